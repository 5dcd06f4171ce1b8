import { describe, expect, it } from 'vitest';
import type { Admit } from '../../src/exec/ledger/command.ts';
import { compose, factsOf, share } from '../../src/exec/ledger/shared.ts';
import { LetterReader, LetterWriter } from '../../src/store/letters.ts';
import { admit } from './fixture.ts';

const moment = { wall: 1, monotonic: 2, boot: 'boot' };

function common(capability: string): Omit<Admit, 'kind' | 'session' | 'actor' | 'call'> {
  const { kind: _kind, session: _session, actor: _actor, call: _call, ...rest } = admit('call_0');
  return share({ ...rest, capability, reserve: { ...rest.reserve }, data: { effects: [{ kind: 'output' }] } });
}

function own(call: string) {
  return { kind: 'admit', session: 's', actor: 'agent', call } as const;
}

/** A writer and a reader, and what passes between them. */
function post() {
  const [writer, reader] = [new LetterWriter('boot'), new LetterReader('boot')];
  let id = 0;
  return {
    send: (...commands: readonly Admit[]) => {
      for (const command of commands) writer.add({ id: id++, kind: 'submit', command, moment, until: 9 });
      const text = writer.write();
      const requests = reader.read(text);
      return { text, commands: requests.map((request) => (request.kind === 'submit' ? request.command : request)) };
    },
  };
}

describe('letters', () => {
  it('bring commands over whole, and what they have in common once', () => {
    const { send } = post();
    const form = common('a.b');
    const first = send(compose(form, own('call_1')), compose(form, own('call_2')));
    const second = send(compose(form, own('call_3')));
    expect(first.commands).toEqual([
      { ...form, ...own('call_1') },
      { ...form, ...own('call_2') },
    ]);
    expect(second.commands).toEqual([{ ...form, ...own('call_3') }]);
    expect([first.text.split('"a.b"').length - 1, second.text.split('"a.b"').length - 1]).toEqual([1, 0]);
  });

  it('give the other side the same parts each time, which cannot be changed', () => {
    const { send } = post();
    const form = common('a.b');
    const [one] = send(compose(form, own('call_1'))).commands as readonly Admit[];
    const [two] = send(compose(form, own('call_2'))).commands as readonly Admit[];
    expect(two?.reserve).toBe(one?.reserve);
    expect(Object.isFrozen(one?.data.effects)).toBe(true);
    expect(factsOf(one?.reserve as object)).toEqual({});
  });

  it('send a command as it is where nothing is shared', () => {
    const { send } = post();
    const plain = admit('call_1');
    expect(send(plain, compose({ ...common('a.b') }, own('call_2'))).commands).toEqual([
      plain,
      { ...common('a.b'), ...own('call_2') },
    ]);
  });

  it('tell of another run of the machine', () => {
    const [writer, reader] = [new LetterWriter('boot'), new LetterReader('boot')];
    for (const boot of ['boot', 'another'])
      writer.add({ id: 1, kind: 'submit', command: admit('call_1'), moment: { ...moment, boot }, until: 9 });
    expect(reader.read(writer.write())).toEqual(
      ['boot', 'another'].map((boot) => ({
        id: 1,
        kind: 'submit',
        command: admit('call_1'),
        moment: { ...moment, boot },
        until: 9,
      })),
    );
  });

  it('start numbers anew after many, and mix none up', () => {
    const { send } = post();
    const forms = Array.from({ length: 1_500 }, (_, at) => common(`a.b${at}`));
    for (const round of [1, 2]) {
      for (const [at, form] of forms.entries()) {
        const [command] = send(compose(form, own(`call_${round}_${at}`))).commands as readonly Admit[];
        expect([command?.capability, command?.call]).toEqual([`a.b${at}`, `call_${round}_${at}`]);
      }
    }
  });
});
