export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON Schema (2020-12 subset) as plain data. */
export type Schema = { readonly [key: string]: Json };
