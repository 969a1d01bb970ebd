import { atom } from 'jotai'
import type { PrintJobState } from '../../../shared/bridge.ts'
import type { PrintKind } from '../../../shared/domain/printing.ts'

export type JobView = 'all' | PrintJobState

/** The full list of print jobs is open, on this view. */
export const printingCentreAtom = atom<JobView | null>(null)

/** The kind whose printer is being changed, away from any print. */
export const changedKindAtom = atom<PrintKind | null>(null)
