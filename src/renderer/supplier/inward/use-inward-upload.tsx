import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/contract/index.ts'
import { useUploadDialog } from '../../actions/upload/useUploadDialog.tsx'
import { useDownload } from '../../actions/useDownload.ts'
import { api, fileCall, fileName } from '../../api/client.ts'
import type { awaitingFilter } from './inward-params.ts'
import type { Station } from './scan/use-station.tsx'

/** Boxes come in at the workstation's site by a sheet of their codes; its template is the list of those on their way. */
export function useInwardUpload({ code: site }: Pick<Station, 'code'>, filter: ReturnType<typeof awaitingFilter>) {
  const { t } = useTranslation()
  const { download } = useDownload()
  const getTemplate = () => {
    const call = contract.chinaQc.downloadAwaitingInwardBoxes
    void download(fileCall(call, filter), fileName(call, filter))
  }
  const upload = useUploadDialog({
    title: t('Inward by file'),
    accept: ['.xlsx', '.csv'],
    template: { label: t('Download the boxes on their way'), download: getTemplate },
    upload: (file, { mode, key, signal, onProgress }) =>
      api.chinaQc.uploadAwaitingInwardFile({ mode, ...(site !== null && { site }), file }, { key, signal, onProgress }),
  })
  return { ...upload, getTemplate }
}
