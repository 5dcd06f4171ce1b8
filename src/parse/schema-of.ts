export { schemaOf, schemaWithDefault } from '../ir/schema-of.ts';
