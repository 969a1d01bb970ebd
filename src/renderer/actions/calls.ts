import { type Contract, contract } from '../../shared/areas.ts'
import type { Call, Gives } from '../../shared/kernel/call.ts'
import { api, type CallOptions, type Client, type InputOf, type Reply } from '../api/client.ts'

/** Every JSON call by its name `area.call`, for query keys and refreshes. */
export type CallName = { [A in keyof Client]: `${A & string}.${keyof Client[A] & string}` }[keyof Client]

type CallOf<N extends CallName> = N extends `${infer A}.${infer K}`
  ? A extends keyof Contract
    ? K extends keyof Contract[A]
      ? Extract<Contract[A][K], Call>
      : never
    : never
  : never

export type CallInput<N extends CallName> = InputOf<CallOf<N>>
export type CallData<N extends CallName> = Gives<CallOf<N>>

/** The client's call of that name. */
export function callByName<N extends CallName>(
  name: N,
): (input: CallInput<N>, options?: CallOptions) => Promise<Reply<CallData<N>>> {
  const [area = '', call = ''] = name.split('.')
  const areas = api as unknown as Record<string, Record<string, unknown>>
  return areas[area]?.[call] as (input: CallInput<N>, options?: CallOptions) => Promise<Reply<CallData<N>>>
}

/** What the contract says of the call of that name. */
export function contractOf(name: CallName): Call {
  const [area = '', call = ''] = name.split('.')
  const found = (contract as unknown as Record<string, Record<string, Call>>)[area]?.[call]
  if (!found) throw new Error(`the contract has no call ${name}`)
  return found
}
