import { contract } from '../../../shared/contract/index.ts'
import { useDownload } from '../../actions/useDownload.ts'
import { fileCall, fileName } from '../../api/client.ts'

/** A return note as pages with its photographs. */
export function useReturnNoteFile(): { get: (note: string) => void; isGetting: boolean } {
  const { download, isDownloading } = useDownload()
  const call = contract.house.returnNoteFile
  return {
    get: (return_note) => void download(fileCall(call, { return_note }), fileName(call, { return_note })),
    isGetting: isDownloading,
  }
}
