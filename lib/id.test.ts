import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ID_PATTERN, idCeil, idFloor, idTime, newId } from './id.ts';

const moment = fc.date({ min: new Date('2001-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

describe('ids', () => {
  it('contain their time to the millisecond and are within its bounds', () => {
    fc.assert(
      fc.property(moment, (at) => {
        const id = newId(at);
        expect(id).toMatch(ID_PATTERN);
        expect(idTime(id).getTime()).toBe(at.getTime());
        expect(id >= idFloor(at) && id < idCeil(at)).toBe(true);
      }),
    );
  });

  it('have the same form in every release, because stored IDs are compared with them', () => {
    expect(idFloor(new Date('2026-11-26T12:00:00.999Z'))).toBe('6b081f40ffbe000000000000');
    expect(idFloor(new Date('2026-11-26T12:00:00.500Z'))).toBe('6b081f408000000000000000');
  });

  it('sort by time', () => {
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        fc.pre(a.getTime() < b.getTime());
        expect(newId(a) < newId(b)).toBe(true);
        expect(idCeil(a) <= idFloor(b)).toBe(true);
      }),
    );
  });

  it('keep their order within a millisecond', () => {
    const at = new Date();
    const ids = Array.from({ length: 5000 }, () => newId(at));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('keep their order and stay unique when far more than 65,536 are made within a millisecond', () => {
    const at = new Date('2026-11-26T12:00:00.123Z');
    const ids = Array.from({ length: 300_000 }, () => newId(at));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.findIndex((id, index) => index > 0 && id <= (ids[index - 1] ?? ''))).toBe(-1);
    expect(idTime(ids.at(-1) ?? '').getTime()).toBe(at.getTime());
    expect((ids.at(-1) ?? '') < idCeil(at)).toBe(true);
  });

  it('keep their order if two times alternate', () => {
    const [one, other] = [new Date('2026-11-26T12:00:00.001Z'), new Date('2026-11-26T12:00:00.002Z')];
    const ids = Array.from({ length: 1000 }, () => [newId(one), newId(other)] as const);
    for (const made of [ids.map(([id]) => id), ids.map(([, id]) => id)]) expect(made.toSorted()).toEqual(made);
  });
});
