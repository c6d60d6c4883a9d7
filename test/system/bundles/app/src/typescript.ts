import { cases as orders } from './orders.ts';
import { cases as ledger } from './ledger.ts';

export const loadGroups = (): [string, Record<string, () => unknown>][] => Object.entries({ orders, ledger });
