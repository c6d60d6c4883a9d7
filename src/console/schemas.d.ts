declare module 'virtual:schema/*' {
  const schema: import('./pages/projects/settingFields').FieldSchema;
  export default schema;
}
