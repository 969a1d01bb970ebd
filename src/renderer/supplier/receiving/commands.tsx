import { useTranslation } from 'react-i18next'
import { scansAtOnce } from '../../../shared/areas/receiving/calls.ts'
import { contract } from '../../../shared/areas.ts'
import { useFile } from '../../actions/files.tsx'
import { useUploadDialog } from '../../actions/upload/UploadDialog.tsx'
import type { ListInput } from '../../actions/useRows.ts'
import { api, type CallOptions } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { useLocale } from '../../table/words.ts'
import type { AwaitingRow } from './awaiting-columns.tsx'
import { useResultWords } from './scan/LastScan.tsx'
import type { DoorResult } from './scan/outcomes.ts'
import type { Station } from './scan/use-door.tsx'

/** Sends as many calls as it takes, each under a key of the whole action's. */
async function ask(
  how: { action: 'inward'; site?: string } | { action: 'undo' },
  codes: readonly string[],
  { key }: CallOptions,
): Promise<DoorResult[]> {
  const results: DoorResult[] = []
  for (let at = 0; at < codes.length; at += scansAtOnce) {
    const boxes = codes.slice(at, at + scansAtOnce).map((code) => ({ code }))
    const { data } = await api.receiving.inwardBoxes({ ...how, boxes }, { key: `${key}-${at}` })
    results.push(...data.results)
  }
  return results
}

const taken = (results: readonly DoorResult[]) => results.filter(({ outcome }) => outcome === 'inwarded')

/** Takes chosen boxes in without a scanner at the workstation's site, after asking: for labels that cannot be read. */
export function useInwardBoxes({ code: site }: Pick<Station, 'code'>, onDone: () => void) {
  const { t } = useTranslation()
  const { plural } = useLocale()
  const say = useResultWords()
  return useAskedAction(
    ({ rows }, options) =>
      ask(
        { action: 'inward', ...(site !== null && { site }) },
        rows.map(({ sscc }) => sscc),
        options,
      ),
    {
      done: (results) => {
        const n = taken(results).length
        return n === 0 ? null : plural(n, '1 box taken in', '{{n}} boxes taken in')
      },
      undo: (results, _, options) =>
        ask(
          { action: 'undo' },
          taken(results).map(({ code }) => code),
          options,
        ),
      refresh: ['receiving', 'qcBoxes', 'qcReports'],
      ask: ({ rows: { length } }: { rows: readonly AwaitingRow[] }) => ({
        title: plural(length, 'Take in 1 box?', 'Take in {{n}} boxes?'),
        text: t('For boxes whose label cannot be read. They count as here, and wait to be counted.'),
        confirm: plural(length, 'Inward 1 box', 'Inward {{n}} boxes'),
      }),
      after: (results) => {
        onDone()
        const left = results.filter(({ outcome }) => outcome !== 'inwarded')
        const [first] = left
        if (!first) return
        showToast({
          tone: 'error',
          text: plural(left.length, '1 box was not taken in', '{{n}} boxes were not taken in'),
          more: say(first),
        })
      },
    },
  )
}

/** Boxes come in at the workstation's site by a sheet of their codes; its template is the list of those on their way. */
export function useInwardUpload(
  { code: site }: Pick<Station, 'code'>,
  filter: ListInput<'receiving.getAwaitingInwardBoxes'>,
) {
  const { t } = useTranslation()
  const { get } = useFile()
  const getTemplate = () => get(contract.receiving.downloadAwaitingInwardBoxes, filter)
  const upload = useUploadDialog({
    title: t('Inward by file'),
    accept: ['.xlsx', '.csv'],
    template: { label: t('Download the boxes on their way'), download: getTemplate },
    upload: (file, { mode, key, signal, onProgress }) =>
      api.receiving.uploadAwaitingInwardFile(
        { mode, ...(site !== null && { site }), file },
        { key, signal, onProgress },
      ),
  })
  return { ...upload, getTemplate }
}
