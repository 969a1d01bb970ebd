import { atom } from 'jotai'
import type { PrintJobState } from '../../../shared/bridge.ts'
import type { LabelKind } from '../../../shared/domain/labels.ts'

export type JobView = 'all' | PrintJobState

/** The full list of print jobs is open, on this view. */
export const printingCentreAtom = atom<JobView | null>(null)

/** The kind of label whose printer is being changed, away from any print. */
export const changedKindAtom = atom<LabelKind | null>(null)
