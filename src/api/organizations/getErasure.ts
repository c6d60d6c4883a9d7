import { NotFound } from '../../domain/errors';
import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { presentErasure } from './createErasure';

/** Returns an erasure, with its receipt when it is done. */
export const getErasure = operation('getErasure', {
  subject: findOrganization,

  async handle({ organization, params, read }) {
    const erasure = await read(({ erasures }) => erasures.find(organization.id, params.erasure_id));
    if (erasure === undefined) throw new NotFound('Erasure not found');
    return { status: 200, body: presentErasure(erasure) };
  },
});
