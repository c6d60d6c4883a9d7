import { operation } from '../operation';
import { findIssueById } from '../subjects';
import { readIssue } from './getIssue';

/** Returns an issue of the caller's organization. */
export const getIssueById = operation('getIssueById', { subject: findIssueById, handle: readIssue });
