import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { StoreStyleRow } from '../../../shared/areas/allocation/store-shapes.ts'
import { allRows, type ListInput } from '../../actions/useRows.ts'
import type { ApiError } from '../../api/api-error.ts'

const call = 'allocation.storeStock'
/** Stores that are asked for at once while a map is scrolled. */
const AT_ONCE = 8
const PAGE = 500

export const styleKey = ({ style_id, color }: { style_id: string; color: string }) => `${style_id}~${color}`

export interface StoreRows {
  /** By style, of a store that is loaded. */
  of(store: string): ReadonlyMap<string, StoreStyleRow> | undefined
  error: ApiError | null
  reload: () => void
}

/** Rows of the stores between two places of the list, as far as they are there: those around what is in sight are asked for. */
export function useStoreRows(
  stores: readonly string[],
  filter: ListInput<typeof call>,
  seen: { first: number; last: number },
): StoreRows {
  const chunks = useMemo(
    () =>
      Array.from({ length: Math.ceil(stores.length / AT_ONCE) }, (_, at) =>
        stores.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
      ),
    [stores],
  )
  const queries = useQueries({
    queries: chunks.map((chunk, at) => ({
      queryKey: [call, 'map', filter, chunk],
      enabled: at >= Math.floor(seen.first / AT_ONCE) && at <= Math.floor(seen.last / AT_ONCE),
      staleTime: 60_000,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const rows = await allRows(call, { ...filter, stores: [...chunk], page_size: PAGE }, { signal })
        const byStore = new Map<string, Map<string, StoreStyleRow>>(chunk.map((store) => [store, new Map()]))
        for (const row of rows) byStore.get(row.store)?.set(styleKey(row), row)
        return byStore
      },
    })),
  })
  const placeOf = useMemo(() => new Map(stores.map((store, at) => [store, Math.floor(at / AT_ONCE)])), [stores])
  const failed = queries.find(({ isError }) => isError)
  return {
    of: (store) => queries[placeOf.get(store) ?? -1]?.data?.get(store),
    error: (failed?.error as ApiError | undefined) ?? null,
    reload: () => void failed?.refetch(),
  }
}

/** Every style of one store, with its sizes. */
export function useStyles(store: string) {
  return useQuery<StoreStyleRow[], ApiError>({
    queryKey: [call, 'store', store],
    queryFn: ({ signal }) => allRows(call, { store, page_size: PAGE }, { signal }),
  })
}
