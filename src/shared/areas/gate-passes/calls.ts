import { packingCalls } from './packing-calls.ts'
import { passCalls } from './pass-calls.ts'
import { receivingCalls } from './receiving-calls.ts'

/** The 21 calls of the specification, and those that screens need beside them. */
export const gatePassCalls = { ...passCalls, ...packingCalls, ...receivingCalls }
