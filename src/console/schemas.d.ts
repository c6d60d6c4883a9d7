declare module 'virtual:schema/*' {
  const schema: import('./components/schemaValues').FieldSchema;
  export default schema;
}
