/** Plays the plan through the real engine, one action after another, by the virtual clock. */

import { ApiError } from '#lib/api/errors.ts';
import { Fanouts } from '#lib/engine/fanout/fanouts.ts';
import { loadCopyLimits } from '#lib/engine/load/copy-limits.ts';
import { writeTallies } from '#lib/engine/record/tallies.ts';
import { WorkLoop } from '#lib/engine/work-loop.ts';
import { cancelTransaction } from '#lib/events/cancel-transaction.ts';
import { TriggerBody } from '#lib/events/schema.ts';
import { triggerEvent } from '#lib/events/trigger.ts';
import { newId } from '#lib/id.ts';
import { flushAll } from '#lib/postgres/write-behind.ts';
import { updatePreferences } from '#lib/preferences/service.ts';
import { renderStep } from '#lib/rendering/render-step.ts';
import { deleteSubscriber } from '#lib/subscribers/changes.ts';
import { PatchWorkflowBody } from '#lib/workflows/schema.ts';
import { deleteWorkflow, patchWorkflow } from '#lib/workflows/service.ts';
import { forgetTriggerTimes } from '#lib/workflows/trigger-times.ts';
import type { Action } from './actions.ts';
import { MADE_BY } from './archive.ts';
import type { Random } from './random.ts';
import { type Callers, reactionsTo } from './reactions.ts';
import { makeCarrier, makeProviders } from './surroundings.ts';
import type { VirtualTime } from './virtual-time.ts';

const MAX_SPAN_DAYS = 180;
/** The pause between writes of counts, by the virtual clock. */
const TALLY_MS = 5 * 60_000;

/** An action with its time. */
interface Due {
  ms: number;
  happen: () => Promise<unknown>;
}

export class Player {
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #workLoop: WorkLoop;
  readonly #fanouts: Fanouts;
  readonly #callers: Callers;
  /** The due items, the latest first. */
  readonly #agenda: Due[] = [];
  #talliedMs = 0;

  constructor(time: VirtualTime, random: Random) {
    this.#time = time;
    this.#random = random;
    this.#callers = callers();
    this.#fanouts = new Fanouts({ now: time.now, pollMs: 1 });
    this.#workLoop = new WorkLoop({
      workerId: newId(),
      tools: {
        now: time.now,
        render: renderStep,
        maxSpanDays: MAX_SPAN_DAYS,
        copyLimits: loadCopyLimits,
        send: makeProviders(time, random),
        request: makeCarrier(time, random),
        isPresent: () => true,
      },
      metrics: {
        countStart: () => time.advance(random.int(2, 30)),
        countAttempt: (records) => {
          for (const { afterMs, happen } of reactionsTo(records, random))
            this.#plan(afterMs, () => happen(this.#callers));
        },
        countRecovered: () => {},
      },
      // One attempt at a time, so that every run of the program has the same order.
      slots: 1,
      leaseMs: 30_000,
      pollMs: 1,
    });
  }

  /** Plays the actions, their reactions and due jobs until `end`. */
  async play(actions: readonly Action[], end: Date): Promise<void> {
    for (const action of actions.toReversed())
      this.#agenda.push({ ms: action.at.getTime(), happen: () => this.#perform(action) });
    for (;;) {
      const due = await this.#drain();
      const next = this.#agenda.at(-1);
      const ms = Math.min(due?.getTime() ?? Number.POSITIVE_INFINITY, next?.ms ?? Number.POSITIVE_INFINITY);
      if (ms >= end.getTime()) break;
      this.#time.moveTo(new Date(ms));
      if (next && next.ms <= this.#time.now().getTime()) {
        this.#agenda.pop();
        await next.happen();
      }
    }
  }

  /** Runs due jobs. @returns the next due time. */
  async #drain(): Promise<Date | undefined> {
    const fanouts = await this.#fanouts.drain();
    const work = await this.#workLoop.drain();
    const ms = this.#time.now().getTime();
    if (ms - this.#talliedMs >= TALLY_MS) {
      await writeTallies();
      this.#talliedMs = ms;
    }
    const times = [fanouts, work].flatMap((at) => at?.getTime() ?? []);
    return times.length > 0 ? new Date(Math.min(...times)) : undefined;
  }

  #plan(afterMs: number, happen: () => Promise<unknown>): void {
    const ms = this.#time.now().getTime() + afterMs;
    let at = this.#agenda.length;
    while (at > 0 && (this.#agenda[at - 1] as Due).ms < ms) at--;
    this.#agenda.splice(at, 0, { ms, happen });
  }

  async #perform(action: Action): Promise<void> {
    const { shop, staff } = this.#callers;
    switch (action.type) {
      case 'trigger': {
        const { scheduledAt, ...event } = action.event;
        const body = { ...event, ...(scheduledAt && { scheduledAt: scheduledAt.toISOString() }) };
        await allowed(triggerEvent(shop, TriggerBody.parse(body)));
        forgetTriggerTimes(); // `loadHistory` calculates the trigger times
        await flushAll();
        break;
      }
      case 'cancel':
        await cancelTransaction(shop, action.transactionId);
        break;
      case 'choose':
        await allowed(updatePreferences(shop, action.subscriberId, action.preference));
        break;
      case 'leave':
        await deleteSubscriber(staff, action.subscriberId);
        break;
      case 'deactivate':
        await patchWorkflow(staff, action.workflow, PatchWorkflowBody.parse({ active: false }));
        break;
      case 'delete':
        await deleteWorkflow(staff, action.workflow);
    }
    this.#time.advance(this.#random.int(3, 25));
  }
}

/** The shop's systems make mistakes, which are rejected. */
async function allowed(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

function callers(): Callers {
  const { organizationId, environmentId, userId, userEmail, apiKeyId } = MADE_BY;
  const place = { organizationId, environmentId, requestId: 'demo' };
  return {
    shop: { ...place, actor: { type: 'apiKey', apiKeyId, scope: 'all', canPublish: false } },
    staff: { ...place, actor: { type: 'user', userId, email: userEmail, role: 'owner', sessionId: 'demo-session' } },
  };
}
