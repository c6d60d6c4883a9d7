import { json } from '../../presenters/format';
import { publicOperation } from '../operation';

/** Returns the contract that this process serves. */
export const getContract = publicOperation('getContract', {
  async handle({ contract, publicUrl, query }) {
    const { text, etag } = contract(publicUrl, query.webhooks ?? true);
    return { status: 200, json: json<Record<string, unknown>>(text), etag };
  },
});
