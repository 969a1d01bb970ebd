import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PrintChoice, PrintChoices, RememberChoice } from '../../../shared/bridge.ts'
import type { PrintKind } from '../../../shared/domain/printing.ts'
import { useAction } from '../../actions/useAction.ts'
import { host } from '../../host/host.ts'

const choicesKey = ['print-choices']

/** What this computer prints each kind on; changed is kept. */
export function useChoices(): {
  choices: PrintChoices | undefined
  isFailed: boolean
  reload: () => void
  change: (kind: PrintKind, choice: PrintChoice) => void
} {
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery({ queryKey: choicesKey, queryFn: () => host.print.choices(), gcTime: 0 })
  const keep = useAction((kept: RememberChoice) => host.print.remember(kept), { done: () => null, refresh: [] })
  const change = (kind: PrintKind, choice: PrintChoice) => {
    client.setQueryData<PrintChoices>(choicesKey, (before) => ({ ...before, [kind]: choice }))
    // A field that is being emptied to type another number is no choice yet.
    if (choice.copies > 0) void keep.run({ kind, choice })
  }
  return { choices: data, isFailed: isError, reload: () => void refetch(), change }
}
