import 'reflect-metadata';
import { createHash } from 'node:crypto';
import {
  Body,
  Controller,
  Get,
  Module,
  NotFoundException,
  Param,
  Post,
  Query,
  Req,
  UnauthorizedException,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsEmail, IsOptional, IsString } from 'class-validator';
import pg from 'pg';

/**
 * A typical implementation: NestJS on Express with a guard, validated DTOs and pg. One plain statement per request. It
 * is plain JavaScript, so decorators are called as functions.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const environments = new Map();

class ApiKeyGuard {
  async canActivate(context) {
    const request = context.switchToHttp().getRequest();
    const key = (request.headers.authorization ?? '').slice('ApiKey '.length);
    const hash = createHash('sha256').update(key).digest('hex');
    request.environmentId = environments.get(hash) ?? (await environmentOf(hash));
    if (!request.environmentId) throw new UnauthorizedException();
    environments.set(hash, request.environmentId);
    return true;
  }
}

async function environmentOf(hash) {
  const text = 'SELECT environment_id FROM api_keys WHERE hash = $1 AND revoked_at IS NULL';
  return (await run('key', text, [hash]))[0]?.environment_id;
}

class ListQuery {}
decorate(ListQuery, { after: [IsOptional(), IsString()] });

class SubscriberBody {}
decorate(SubscriberBody, {
  subscriberId: [IsString()],
  firstName: [IsOptional(), IsString()],
  lastName: [IsOptional(), IsString()],
  email: [IsOptional(), IsEmail()],
  phone: [IsOptional(), IsString()],
});

class SubscribersController {
  async list(request, query) {
    const after = query.after ?? 'ffffffffffffffffffffffff';
    const text = 'SELECT * FROM subscribers WHERE environment_id = $1 AND id < $2 ORDER BY id DESC LIMIT 11';
    const rows = await run('list', text, [request.environmentId, after]);
    const data = rows.slice(0, 10);
    return { data, next: rows.length > 10 ? data.at(-1).id : null, previous: null };
  }

  async get(request, subscriberId) {
    const text = 'SELECT * FROM subscribers WHERE environment_id = $1 AND subscriber_id = $2';
    const [row] = await run('get', text, [request.environmentId, subscriberId]);
    if (!row) throw new NotFoundException();
    return row;
  }

  async upsert(request, body) {
    const text = `
      INSERT INTO subscribers (id, environment_id, subscriber_id, first_name, last_name, email, phone, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, now(), now())
      ON CONFLICT (environment_id, subscriber_id) DO UPDATE
        SET first_name = excluded.first_name, last_name = excluded.last_name, email = excluded.email, phone = excluded.phone,
            updated_at = excluded.updated_at, version = subscribers.version + 1
      RETURNING *`;
    const { subscriberId, firstName, lastName, email, phone } = body;
    const values = [newId(), request.environmentId, subscriberId, firstName, lastName, email, phone];
    return (await run('upsert', text, values))[0];
  }
}

describeMethod('list', Get(), [Object, ListQuery], [Req(), Query()]);
describeMethod('get', Get(':subscriberId'), [Object, String], [Req(), Param('subscriberId')]);
describeMethod('upsert', Post(), [Object, SubscriberBody], [Req(), Body()]);
UseGuards(ApiKeyGuard)(SubscribersController);
Controller('api/v2/subscribers')(SubscribersController);

class AppModule {}
Module({ controllers: [SubscribersController] })(AppModule);

const app = await NestFactory.create(AppModule, { logger: ['error'] });
app.useGlobalPipes(new ValidationPipe({ transform: true }));
await app.listen(Number(process.env.PORT), '127.0.0.1');
process.send?.('ready');

function decorate(target, fields) {
  for (const [field, decorators] of Object.entries(fields)) {
    for (const decorator of decorators) decorator(target.prototype, field);
  }
}

function describeMethod(name, verb, types, parameters) {
  const { prototype } = SubscribersController;
  Reflect.defineMetadata('design:paramtypes', types, prototype, name);
  parameters.forEach((parameter, position) => {
    parameter(prototype, name, position);
  });
  verb(prototype, name, Object.getOwnPropertyDescriptor(prototype, name));
}

async function run(name, text, values) {
  return (await pool.query({ name, text, values })).rows;
}

/** 24 hexadecimal characters, time first. */
function newId() {
  const seconds = Math.floor(Date.now() / 1000).toString(16);
  return (seconds + Math.random().toString(16).slice(2) + Math.random().toString(16).slice(2))
    .slice(0, 24)
    .padEnd(24, '0');
}
