import {
  data,
  each,
  join,
  type ListValue,
  lost,
  namesIn,
  put,
  type RecordValue,
  recursive,
  type Value,
} from '../value.ts';

/** Something of what is in there. */
export function partOf(value: Value): Value {
  return join(
    each(value).map((one): Value => {
      if (one.kind === 'record')
        return join([...one.entries.values(), ...(one.rest === undefined ? [] : [one.rest]), data('a member')]);
      if (one.kind === 'list') return itemOf(one);
      if (one.kind === 'unknown') return one;
      return data('a part', namesIn(one));
    }),
  );
}

/** Some item. Of the words of a command an option's name is none that anybody looks for. */
export function itemOf({ items, front }: ListValue): Value {
  const operands = front === undefined ? items : items.slice(front).filter((one) => !isOptionName(one));
  const some = operands.length === 0 ? items : operands;
  return some.length === 0 ? data('an item') : join(some);
}

function isOptionName(value: Value): boolean {
  const [first] = value.kind === 'text' ? value.pieces : [];
  return first?.kind === 'literal' && /^-[^\d]/.test(first.value);
}

/** What a loop over a value sees. */
export function itemsOf(value: Value): { readonly items: readonly Value[]; readonly open: boolean } {
  const options = each(value);
  if (options.length !== 1) {
    const all = options.flatMap((one) => itemsOf(one).items);
    return { items: all, open: true };
  }
  const [one = value] = options;
  if (one === recursive || (one.kind === 'constant' && one.value === null)) return { items: [], open: true };
  switch (one.kind) {
    case 'list':
      return { items: one.items, open: one.open };
    case 'record':
      return {
        items: [...one.entries.keys()].map((name) => ({ kind: 'text', pieces: [{ kind: 'literal', value: name }] })),
        open: one.rest !== undefined,
      };
    case 'object': {
      if (one.type === 'package') return { items: [one], open: true };
      const items = one.state.get('items');
      return items === undefined ? { items: [data('an item')], open: true } : itemsOf(items);
    }
    case 'unknown':
      return { items: [one.sort === 'lost' ? lost(one.why, one.names) : one], open: true };
    case 'instance': {
      return { items: [lost('an item of an object')], open: true };
    }
    default:
      return { items: [data('an item', namesIn(one))], open: true };
  }
}

/** What `**x`, `...x` and `update` add. */
export function mergeInto(made: RecordValue, given: Value): void {
  if (given.kind === 'record') {
    for (const [name, value] of given.entries) put(made, name, value);
    if (given.rest !== undefined) made.rest = made.rest === undefined ? given.rest : join([made.rest, given.rest]);
  } else if (given.kind !== 'constant') {
    made.rest = made.rest === undefined ? given : join([made.rest, given]);
  }
}
