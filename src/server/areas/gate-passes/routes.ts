import { sql } from 'kysely'
import type { gatePassesArea } from '../../../shared/areas/gate-passes/area.ts'
import { gatePassCalls } from '../../../shared/areas/gate-passes/calls.ts'
import type { ServerArea } from '../../http/area.ts'
import { invalidInput } from '../../http/errors.ts'

const soon = async (): Promise<never> => {
  throw invalidInput('This comes with the next version.')
}

type Soon = { [N in keyof typeof gatePassCalls]: typeof soon }
const routes = Object.fromEntries(Object.keys(gatePassCalls).map((name) => [name, soon])) as Soon
const rows = { idsInOrder: async () => [], byId: async () => [] }
const finder = { find: async () => [], history: async () => null }

export const gatePassesServer: ServerArea<typeof gatePassesArea> = {
  routes,
  exports: { exportGatePasses: rows, exportGoodsInTransit: rows, exportGatePassDiscrepancies: rows },
  feeds: { gate_pass: () => sql`false` },
  finders: { gate_pass: finder, gate_pass_box: finder },
}
