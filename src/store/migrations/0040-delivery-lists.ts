import type { Migration, SchemaStatement } from '../ddl';

/** The deliveries of an organization and of a project in the order of their lists, so that a page is one range of an index. */
const statements: readonly SchemaStatement[] = [
  `CREATE INDEX alert_delivery_of_organization
    ON alert_delivery (organization_id, date_created DESC, project_id DESC, digest DESC, recipient DESC)`,
];

export const deliveryLists: Migration = { number: 40, name: 'delivery-lists', statements };
