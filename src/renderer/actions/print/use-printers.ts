import { useQuery } from '@tanstack/react-query'
import type { Paper, PrintChoice, Printer } from '../../../shared/bridge.ts'
import { LABEL_SIZES, type LabelKind } from '../../../shared/domain/labels.ts'
import { host, isDesktop } from '../../host/host.ts'
import { chosenOption, type PaperOption, paperOptions } from './paper-options.ts'

/** Asked anew whenever a form opens: printers are switched on and off. */
export function usePrinters() {
  return useQuery<Printer[]>({
    queryKey: ['printers'],
    queryFn: () => host.print.printers(),
    enabled: isDesktop,
    staleTime: 0,
    gcTime: 0,
  })
}

function usePapers(printer: string | undefined) {
  return useQuery<Paper[]>({
    queryKey: ['papers', printer],
    queryFn: () => host.print.papers(printer ?? ''),
    enabled: isDesktop && printer !== undefined,
  })
}

export interface PrinterPlace {
  printers: readonly Printer[]
  /** The one that would print: the chosen one, else the computer's default one. */
  printer: Printer | undefined
  papers: readonly PaperOption[]
  paper: PaperOption | undefined
  isLoading: boolean
  isLooking: boolean
  error: Error | null
  /** Why nothing can be printed with this choice. */
  problem: 'no-printer' | 'gone' | 'no-default' | 'paper' | null
  lookAgain: () => void
}

/** Where a kind of label would be printed by a choice, and what stands against it. */
export function usePrinterPlace(kind: LabelKind, choice: PrintChoice): PrinterPlace {
  const asked = usePrinters()
  const printers = asked.data ?? []
  const printer = choice.printer
    ? printers.find(({ name }) => name === choice.printer)
    : printers.find(({ isDefault }) => isDefault)
  const names = usePapers(printer?.name)
  const label = LABEL_SIZES[kind]
  const papers = paperOptions(label, names.data ?? [], names.isPending ? undefined : choice.paper)
  const paper = chosenOption(label, papers, choice.paper)
  return {
    printers,
    printer,
    papers,
    paper,
    isLoading: asked.isPending,
    isLooking: asked.isFetching || names.isFetching,
    error: asked.error,
    problem: asked.isSuccess ? problemOf({ printers, printer, paper, choice }) : null,
    lookAgain: () => void Promise.all([asked.refetch(), printer ? names.refetch() : null]),
  }
}

function problemOf({
  printers,
  printer,
  paper,
  choice,
}: Pick<PrinterPlace, 'printers' | 'printer' | 'paper'> & { choice: PrintChoice }): PrinterPlace['problem'] {
  if (printer === undefined) {
    if (choice.printer) return 'gone'
    return printers.length === 0 ? 'no-printer' : 'no-default'
  }
  return paper?.problem ? 'paper' : null
}
