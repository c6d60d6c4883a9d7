import type { DataOf } from '../../state/api';
import type { RuleDraft } from './alertRule';
import type { OwnershipDraft } from './ownershipText';

/** The unsaved fields of the webhook of a project. */
interface WebhookDraft {
  readonly url?: string;
  readonly enabled?: boolean;
}

/** Unsaved input in the parts of the settings. Unchanged parts are absent. */
export interface PartDrafts {
  readonly ownership?: OwnershipDraft | undefined;
  readonly webhook?: WebhookDraft | undefined;
  /** By the id of the rule, or `new`. */
  readonly rules?: Readonly<Record<string, RuleDraft | undefined>>;
}

/** Properties of each part of the settings. */
export interface SettingsPartProps {
  readonly organization: string;
  readonly project: DataOf<'getProject'>;
  readonly drafts: PartDrafts;
  /** Changes the given parts. */
  readonly onDrafts: (changes: PartDrafts) => void;
}
