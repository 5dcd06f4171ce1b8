/** Why the store cannot serve. Nothing may happen that depends on it. */
export class StoreFault extends Error {
  readonly code: string;
  readonly remedy: string | undefined;

  constructor(code: string, message: string, remedy?: string) {
    super(message);
    this.name = 'StoreFault';
    this.code = code;
    this.remedy = remedy;
  }
}

export const waitRemedy = 'wait until the other processes are done, and try again';

export const resetRemedy = 'skillc log reset --acknowledge';

/** The database says `disk I/O error` for a full disk too; the doctor says how much room is left. */
const faultRemedy = 'skillc doctor';

export interface FaultData {
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
}

/** As plain data, to cross to another thread. */
export function faultData(error: unknown): FaultData {
  if (error instanceof StoreFault) {
    const remedy = error.remedy === undefined ? {} : { remedy: error.remedy };
    return { code: error.code, message: error.message, ...remedy };
  }
  return { code: 'log/fault', message: error instanceof Error ? error.message : String(error), remedy: faultRemedy };
}

export function faultOf(data: FaultData): StoreFault {
  return new StoreFault(data.code, data.message, data.remedy);
}
