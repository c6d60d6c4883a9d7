import { json } from '../../presenters/format';
import type { Open } from '../operation';

/** Hands out the contract that this process serves. */
export const getContract: Open<'getContract'> = async ({ contract }) => ({
  async handle() {
    return { status: 200, json: json(contract) };
  },
});
