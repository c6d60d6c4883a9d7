import { presentMember } from '../../presenters/organization';
import { operation } from '../operation';
import { findMember } from '../subjects';

/** Returns a member with their teams. */
export const getMember = operation('getMember', {
  subject: findMember,

  async handle({ member }) {
    return Promise.resolve({ status: 200, body: presentMember(member) });
  },
});
