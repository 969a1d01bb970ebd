import { type Contract, contract } from '../../src/shared/areas.ts'
import type { Call } from '../../src/shared/kernel/call.ts'

/** A call as people name it: `orders.makeOrder`. */
export type CallName = { [A in keyof Contract & string]: `${A}.${keyof Contract[A] & string}` }[keyof Contract & string]

type Writing<C> = C extends { changes: boolean } ? C : never

const all: [CallName, Call][] = Object.entries(contract).flatMap(([area, calls]) =>
  Object.entries(calls as Record<string, Writing<Call>>).map(([name, call]): [CallName, Call] => [
    `${area}.${name}` as CallName,
    call,
  ]),
)

const names = new Map<Call, CallName>(all.map(([name, call]) => [call, name]))

const calls = new Map<CallName, Call>(all)

export function callNamed(name: CallName): Call {
  const call = calls.get(name)
  if (call === undefined) throw new TypeError(`${name} is no call of the contract`)
  return call
}

export function nameOf(call: Call): CallName {
  const name = names.get(call)
  if (name === undefined) throw new TypeError(`${call.path} is no call of the contract`)
  return name
}

/** Every call of the contract that writes, built or added later. */
export const writingCalls: readonly CallName[] = all.filter(([, call]) => call.changes).map(([name]) => name)
