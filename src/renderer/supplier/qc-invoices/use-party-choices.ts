import { useMemo } from 'react'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'

export type Party = CallData<'house.tradeParties'>['parties'][number]

/** Who may stand on new papers. */
export interface Parties {
  exporter: Party[]
  consignee: Party[]
}

export function usePartyChoices() {
  const { data, error } = useAnswer('house.tradeParties', {})
  const parties = useMemo<Parties | null>(() => {
    if (!data) return null
    const of = (kind: Party['kind']) => data.parties.filter((party) => party.kind === kind && party.is_active)
    return { exporter: of('exporter'), consignee: of('consignee') }
  }, [data])
  return { parties, error }
}
