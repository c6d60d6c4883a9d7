import { storeUncompressed, type Migration, type SchemaStatement } from '../ddl';

/*
 * The body of an event is in the row of the event. Bodies that were stored before remain in `event_body` until their events are
 * deleted: moving them would rewrite most of the database while nobody can use it.
 */
const statements: readonly SchemaStatement[] = [
  'ALTER TABLE event ADD COLUMN body BLOB',
  storeUncompressed('event', 'body'),
];

export const eventRows: Migration = { number: 9, name: 'event-rows', statements };
