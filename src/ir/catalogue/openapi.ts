import type { CatalogueRow } from './row.ts';

/** OpenAPI and Swagger documents, and the CCOS YAML and JSON forms. */
export const openapiCodes = {
  'parse/ref-external': {
    severity: 'error',
    about: 'a `$ref` that leaves the document',
    help: 'bundle the document into one file; nothing is fetched',
  },
  'parse/ref-unresolved': {
    severity: 'warning',
    deviation: true,
    about: 'a `$ref` that points at nothing, or only at itself',
    help: 'define the target in the same document',
  },
  'parse/openapi-invalid': {
    severity: 'warning',
    deviation: true,
    about: 'a document that the schema of its OpenAPI version does not accept',
    help: 'correct the document; what could be read is loaded',
  },
  'parse/openapi-version': {
    severity: 'error',
    about: 'an OpenAPI version that is not known',
    help: 'use OpenAPI 3.0, 3.1 or 3.2, or Swagger 2.0',
  },
  'parse/path-parameter': {
    severity: 'warning',
    deviation: true,
    about: 'a path whose placeholders and path parameters differ',
  },
  'parse/operation-id-duplicate': {
    severity: 'warning',
    deviation: true,
    about: 'two operations with the same `operationId` or name',
    help: 'give each operation its own name',
  },
  'parse/style-unsupported': {
    severity: 'warning',
    about: 'a parameter whose serialisation cannot be written exactly; its operation is left out',
  },
  'parse/auth-unsupported': {
    severity: 'warning',
    about: 'an authentication that cannot be expressed as headers, query, cookies or basic auth',
    help: 'the operation is called without credentials',
  },
  'parse/server-open': {
    severity: 'info',
    about: 'an origin that the document leaves open',
    help: 'set it with `skillc setting set`',
  },
  'parse/server-choice': { severity: 'info', about: 'one of several servers is used' },
  'parse/media-choice': { severity: 'info', about: 'one of several media types of a body is used' },
  'parse/part-ignored': {
    severity: 'info',
    about: 'a part of the document that has no operation, or no effect on one',
  },
  'parse/operation-choice': {
    severity: 'warning',
    deviation: true,
    about: 'an operation that says in more than one way what it does; one way counts',
    help: 'make an operation of each, or remove one',
  },
  'parse/operation-skipped': {
    severity: 'warning',
    about: 'an operation that cannot be read',
  },
  'parse/field-missing': { severity: 'warning', deviation: true, about: 'a field that the format asks for' },
  'parse/field-value': {
    severity: 'warning',
    deviation: true,
    about: 'a field whose value is not one of those it may have',
  },
} as const satisfies Record<string, CatalogueRow>;
