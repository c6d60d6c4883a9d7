import { operation } from '../operation';
import { findIssueById } from '../subjects';
import { readIssueEvent } from './getIssueEvent';

/** Returns an event of an issue of the caller's organization. */
export const getIssueEventById = operation('getIssueEventById', { subject: findIssueById, handle: readIssueEvent });
