import { afterEach, expect, it } from 'vitest';
import { borrowCores, countTask, type Loan } from '../../src/work/cores.ts';

const undo: (() => void)[] = [];
afterEach(() => {
  for (const each of undo.splice(0)) each();
});

const begin = () => {
  const end = countTask();
  undo.push(end);
  return end;
};
const borrow = (most: number, total: number, isOn = true): Loan => {
  const loan = borrowCores(most, { total, isOn });
  undo.push(loan.release);
  return loan;
};

it('lends what no task uses, and no more than is wanted', () => {
  begin();
  expect([borrow(3, 8).cores, borrow(9, 8).cores, borrow(9, 8).cores]).toEqual([3, 6, 1]);
});

it('leaves each running task its core', () => {
  begin();
  const end = begin();
  expect(borrow(4, 2).cores).toBe(1);
  end();
  end();
  expect(borrow(4, 2).cores).toBe(2);
});

it('lends again what was given back, once', () => {
  begin();
  const loan = borrow(4, 4);
  loan.release();
  loan.release();
  expect([borrow(4, 4).cores, borrow(4, 4).cores]).toEqual([4, 1]);
});

it('lends nothing where it is off', () => expect(borrow(8, 8, false).cores).toBe(1));
