import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { CatalogueRow } from '../../../shared/areas/catalogue/calls.ts'
import { type CatalogueStatus, failOf, passOf } from '../../../shared/areas/catalogue/statuses.ts'
import { useUserId } from '../../session/use-user-id.ts'
import { judgedOf, statusNow, verdictQueue, verdictText } from './verdicts.ts'

/** The numbers at the tabs are read again once no further answer has come for so long. */
const RECOUNT_MS = 900

/** Verdicts of this user: given at once, sent when they can be. */
export function useVerdicts() {
  const userId = useUserId()
  const queue = useMemo(() => verdictQueue(userId), [userId])
  const state = useSyncExternalStore(queue.subscribe, queue.state)
  const judged = useMemo(() => judgedOf(state.listed), [state.listed])
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const stop = queue.onAnswers(() => {
      clearTimeout(timer)
      // Counts alone: rows that went elsewhere stay in their places until they are asked for anew.
      const counts = ['catalogue.getVendorCatalogues', 'counts']
      timer = setTimeout(() => void client.invalidateQueries({ queryKey: counts }), RECOUNT_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [queue, client])

  const move = useCallback(
    (row: CatalogueRow, to: CatalogueStatus, remark: string | null) =>
      queue.scan(row.catalogue_id, verdictText({ to, remark }), row.supply_chain) !== null,
    [queue],
  )
  /** Gives false where there is nothing to pass to. */
  const pass = useCallback(
    (row: CatalogueRow) => {
      const status = statusNow(row, judged.get(row.catalogue_id))
      const to = status && passOf(status)
      return to ? move(row, to, null) : false
    },
    [judged, move],
  )
  const fail = useCallback(
    (row: CatalogueRow, remark: string) => {
      const status = statusNow(row, judged.get(row.catalogue_id))
      const to = status && failOf(status)
      return to ? move(row, to, remark) : false
    },
    [judged, move],
  )
  /** Takes the last verdict back that was given here and still stands; gives its style. */
  const undo = useCallback((): string | null => {
    const last = queue
      .state()
      .listed.find(({ record, undo: back }) => back === null && record.result?.outcome !== 'refused')
    if (!last) return null
    queue.undo(last.record.scan_id, 'undo')
    return last.record.code
  }, [queue])
  return { state, judged, move, pass, fail, undo }
}

export type Verdicts = ReturnType<typeof useVerdicts>
