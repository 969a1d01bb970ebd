import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { RawPrinter } from '../../../shared/bridge.ts'
import { useAction } from '../../actions/useAction.ts'
import { host } from '../../host/host.ts'

const rawKey = ['raw-printers']

/** The label printers of this computer that are spoken to in ZPL. */
export function useRawPrinters() {
  const client = useQueryClient()
  const asked = useQuery({ queryKey: rawKey, queryFn: () => host.print.rawPrinters(), gcTime: 0 })
  const action = useAction((printers: RawPrinter[]) => host.print.keepRawPrinters(printers).then(() => printers), {
    done: () => null,
    refresh: [],
  })
  const keep = async (printers: RawPrinter[]): Promise<boolean> => {
    const kept = await action.run(printers)
    if (!kept) return false
    client.setQueryData(rawKey, kept)
    // What can be printed on has changed with it.
    await client.invalidateQueries({ queryKey: ['printers'] })
    return true
  }
  return {
    printers: asked.data,
    isFailed: asked.isError,
    reload: () => void asked.refetch(),
    keep,
    isSaving: action.isRunning,
  }
}
