import { useQuery } from '@tanstack/react-query'
import { mayBeZpl, PRINT_SIZES, type PrintKind } from '../../shared/areas/labels/rules.ts'
import type { Paper, PrintChoice, Printer } from '../../shared/bridge.ts'
import { host, isDesktop } from '../host/host.ts'
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
  /** Those that can print this kind. */
  printers: readonly Printer[]
  /** The one that would print: the chosen one, else the computer's default one. */
  printer: Printer | undefined
  /** The one that would print, if it did not print labels alone. */
  refused: Printer | undefined
  papers: readonly PaperOption[]
  paper: PaperOption | undefined
  isLoading: boolean
  isLooking: boolean
  error: Error | null
  /** Why nothing can be printed with this choice. */
  problem: 'no-printer' | 'gone' | 'no-default' | 'labels-only' | 'paper' | null
  lookAgain: () => void
}

/** Where a kind would be printed by a choice, and what stands against it. */
export function usePrinterPlace(kind: PrintKind, choice: PrintChoice): PrinterPlace {
  const asked = usePrinters()
  const all = asked.data ?? []
  const wanted = choice.printer
    ? all.find(({ name }) => name === choice.printer)
    : all.find(({ isDefault }) => isDefault)
  const canPrint = ({ speaks }: Printer) => speaks === 'pages' || mayBeZpl(kind)
  const printers = all.filter(canPrint)
  const [printer, refused] = wanted && !canPrint(wanted) ? [undefined, wanted] : [wanted, undefined]
  const names = usePapers(printer?.name)
  const label = PRINT_SIZES[kind]
  const papers = paperOptions(label, names.data ?? [], names.isPending ? undefined : choice.paper)
  const paper = chosenOption(label, papers, choice.paper)
  return {
    printers,
    printer,
    refused,
    papers,
    paper,
    isLoading: asked.isPending,
    isLooking: asked.isFetching || names.isFetching,
    error: asked.error,
    problem: asked.isSuccess ? problemOf({ printers, printer, refused, paper, choice }) : null,
    lookAgain: () => void Promise.all([asked.refetch(), printer ? names.refetch() : null]),
  }
}

function problemOf({
  printers,
  printer,
  refused,
  paper,
  choice,
}: Pick<PrinterPlace, 'printers' | 'printer' | 'refused' | 'paper'> & {
  choice: PrintChoice
}): PrinterPlace['problem'] {
  if (refused) return 'labels-only'
  if (printer === undefined) {
    if (choice.printer) return 'gone'
    return printers.length === 0 ? 'no-printer' : 'no-default'
  }
  return paper?.problem ? 'paper' : null
}
