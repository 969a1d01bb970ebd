import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { WatchedRecord } from '../../../shared/areas/frame/calls.ts'
import type { QcBucket } from '../../../shared/areas/qc-boxes/quantities.ts'
import type { Right } from '../../../shared/areas.ts'
import type { CallData, CallInput } from '../../actions/calls.ts'
import type { CallOptions, Reply } from '../../api/client.ts'
import type { PhotoCall } from '../../photos/photo-sending.ts'
import { useRight } from '../../session/use-right.ts'
import type { Locale } from '../../table/words.ts'
import type { InspectorsCall } from './assign/inspector-filter.ts'
import type { AfterCommand, BoxDetails, DetailsCall } from './box/box-data.ts'
import type { BoxView } from './list/qc-filters.ts'
import type { PartReply, SendPart } from './moves/in-parts.tsx'
import type { ReportCountry } from './report/ReportDialog.tsx'

type Command<I, R> = (input: I, options: CallOptions) => Promise<R>

/** What the head of an open box offers, and what it is told. */
export interface BoxActionsProps {
  details: BoxDetails
  take: (after: AfterCommand) => void
  view: BoxView
  onView: (view: BoxView) => void
  onSettle: () => void
  /** The box is at QC no more. */
  onGone: () => void
}

/** Of the one box that was asked for. */
export interface Undone {
  inwarded: number
  results: readonly { message: string; values: Record<string, string | number> }[]
}

/** The settings of a country's QC: how they are read and saved, who may, and which answers hang on them. */
export interface DeskSettings {
  read: 'inspection.qcSettings' | 'indiaInspection.qcSettings'
  save: Command<CallInput<'inspection.saveQcSettings'>, Reply<CallData<'inspection.saveQcSettings'>>>
  see: Right
  change: Right
  checklist: 'inspection.qcChecklist' | 'indiaInspection.qcChecklist'
  saveChecklist: Command<CallInput<'inspection.saveQcChecklist'>, Reply<CallData<'inspection.saveQcChecklist'>>>
  draft: string
  touches: DetailsCall
}

/** A country's QC, as the parts of its platform go by it: its calls and rights, and what is its own. Everything else is the same code. */
export interface QcDesk {
  /** Begins the names of drafts on this workstation: a box may be worked on in both countries, and has drafts of both. */
  name: 'qc' | 'qc-india'
  /** Who may skip QC, overrule a verdict and plan a looser sample. */
  lead: Right
  /** As which record an open box is watched for what others change. */
  watched: WatchedRecord
  details: DetailsCall
  verifyQuantity: Command<CallInput<'counting.verifyQuantity'>, Reply<AfterCommand>>
  verifyInspection: Command<CallInput<'inspection.verifyQcInspection'>, Reply<AfterCommand>>
  /** Passed boxes go on to the next step by it; null where there is none. */
  ready: SendPart | null
  skip: Command<CallInput<'qcBoxes.skipQcInspection'>, Reply<AfterCommand>>
  revertStyles: Command<CallInput<'qcBoxes.revertStylesToQualityInspection'>, PartReply>
  /** People who may be named for boxes, and how a lead names them. */
  inspectors: InspectorsCall
  assign: Command<CallInput<'qcBoxes.assignBoxes'>, PartReply>
  settings: DeskSettings
  /** Whose reports its inspections have. */
  report: ReportCountry
  sign: Command<CallInput<'inspection.signInspection'>, Reply<CallData<'inspection.signInspection'>>>
  photos: PhotoCall
  /** Reasons of a refusal, with the severity that they usually have. */
  reasons: 'photos.getReviewCommentMeta' | 'indiaInspection.getReviewCommentMeta'
  /** The box with this SSCC was not received after all. */
  undoInward: Command<string, Reply<Undone>>
  /** What goes with that; the key of its translation. */
  goesWithUndo: string | null
  /** What may be done with an open box, in its head. */
  Actions: ComponentType<BoxActionsProps>
  /** Sheets by which a box can be counted; null where there are none. */
  useCountSheet: (box: BoxDetails['box']) => { open: () => void; dialog: ReactNode } | null
  /** Where judged pieces went, in the order in which they are said. */
  wentTo: readonly (readonly [word: string, bucket: QcBucket])[]
  /** What is known of a box, label first. */
  facts: (
    box: BoxDetails['box'],
    locale: Locale,
    take: (after: AfterCommand) => void,
  ) => readonly (readonly [label: string, value: ReactNode])[]
}

const DeskContext = createContext<QcDesk | null>(null)

/** Everything within is of this country's QC. */
export const AtDesk = DeskContext.Provider

export function useDesk(): QcDesk {
  const desk = useContext(DeskContext)
  if (desk === null) throw new Error('A part of a QC platform stands outside of AtDesk.')
  return desk
}

/** Who may skip QC, overrule a computed verdict and plan a looser sample here. */
export function useIsLead(): boolean {
  return useRight(useDesk().lead)
}
