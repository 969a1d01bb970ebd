import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { FacilityOrderRow } from '../../../shared/areas/facilities/calls.ts'
import { watching } from '../../../shared/areas/frame/calls.ts'
import { problemOf } from '../../actions/say.ts'
import { type Rows, useRefresh } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useIsConnected } from '../../api/use-connected.ts'
import type { QueueState } from '../../scan/scan-queue.ts'
import type { StationResult } from '../../scan/scan-station.ts'
import { factsKey, keepFacts, keptFacts } from '../../scan/station-facts.ts'
import { useUserId } from '../../session/use-user-id.ts'
import { stageQueue, withUnsent } from './stage-queue.ts'

/** Loads what is shown of facilities anew once others have changed something there; '' for all facilities that the user sees. */
export function useFacilityNews(facility: string): void {
  const refresh = useRefresh()
  const id = facility === '' ? '*' : facility
  const { data } = useQuery({
    queryKey: ['frame.watchRecord', { entity: 'facility', id }],
    queryFn: async ({ signal }) =>
      (await api.frame.watchRecord({ entity: 'facility', id }, { signal, isUnseen: true })).data,
    refetchInterval: watching.everyMs,
    gcTime: 0,
    retry: false,
  })
  const version = data?.version
  const seen = useRef<{ id: string; version: number | undefined }>({ id, version: undefined })
  const latest = useRef(refresh)
  latest.current = refresh
  useEffect(() => {
    const before = seen.current.id === id ? seen.current.version : undefined
    if (version !== undefined) seen.current = { id, version }
    if (before !== undefined && version !== undefined && version !== before) void latest.current(['facilities'])
  }, [id, version])
}

/** The queue of stage entries while the screen is open: whatever it brings to the server, all that is shown is loaded anew. */
export function useStageQueue(
  onRefused: (place: string | null, result: StationResult) => void,
): QueueState<StationResult> {
  const queue = stageQueue(useUserId())
  const refresh = useRefresh()
  const latest = useRef({ refresh, onRefused })
  latest.current = { refresh, onRefused }
  useEffect(
    () =>
      queue.onAnswers((answered) => {
        void latest.current.refresh(['facilities'])
        for (const { record } of answered)
          if (record.result?.outcome === 'refused') latest.current.onRefused(record.place, record.result)
      }),
    [queue],
  )
  return useSyncExternalStore(queue.subscribe, queue.state)
}

/** So many are kept for the time without a connection. */
const mostKept = 100

/** Without a connection the orders that this device last had, where it had any. */
export function useKeptOrders(loaded: Rows<FacilityOrderRow>, asked: object): Rows<FacilityOrderRow> {
  const isConnected = useIsConnected()
  const key = factsKey(useUserId(), `facility-orders ${JSON.stringify(asked)}`)
  const { rows, isLoading, isError, isOld, error } = loaded
  const isThere = !isLoading && !isError && !isOld
  useEffect(() => {
    if (isThere) keepFacts(key, rows.slice(0, mostKept))
  }, [key, isThere, rows])
  const isSilent = (isLoading && !isConnected) || (isError && error !== null && problemOf(error).status === 0)
  const kept = useMemo(
    () => (isSilent ? (keptFacts(key) as FacilityOrderRow[] | undefined) : undefined),
    [isSilent, key],
  )
  if (kept === undefined) return loaded
  return { ...loaded, rows: kept, isLoading: false, isError: false, error: null, hasMore: false }
}

/** The orders that are shown, less what waits to be sent; `answered`: as the server told them. */
export function useShownOrders(
  loaded: Rows<FacilityOrderRow>,
  asked: object,
  { unsent }: QueueState<StationResult>,
): Rows<FacilityOrderRow> & { answered: readonly FacilityOrderRow[] } {
  const orders = useKeptOrders(loaded, asked)
  const answered = orders.rows
  const rows = useMemo(() => [...withUnsent(answered, unsent)], [answered, unsent])
  return { ...orders, answered, rows }
}
