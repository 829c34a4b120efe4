import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ID_PATTERN, idCeil, idFloor, idTime, newId } from './id.ts';

const moment = fc.date({ min: new Date('2001-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

describe('ids', () => {
  it('carry their time to the millisecond and lie within its bounds', () => {
    fc.assert(
      fc.property(moment, (at) => {
        const id = newId(at);
        expect(id).toMatch(ID_PATTERN);
        expect(idTime(id).getTime()).toBe(at.getTime());
        expect(id >= idFloor(at) && id < idCeil(at)).toBe(true);
      }),
    );
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
});
