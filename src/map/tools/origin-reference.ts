/** An origin as a table writes it, or all that its `hosts` names. */
export const originReference = /^(?:[a-z][a-z0-9+.-]*:\/\/[A-Za-z0-9._${}:-]+|\$hosts)$/;
