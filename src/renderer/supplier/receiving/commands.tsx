import { useTranslation } from 'react-i18next'
import type { QcSites } from '../../../shared/areas/qc-boxes/qc-sites.ts'
import { scansAtOnce } from '../../../shared/areas/receiving/calls.ts'
import { contract } from '../../../shared/areas.ts'
import { useFile } from '../../actions/files.tsx'
import { useUploadDialog } from '../../actions/upload/UploadDialog.tsx'
import type { ListInput } from '../../actions/useRows.ts'
import { api, type CallOptions } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { key } from '../../i18n/formats.ts'
import { showToast } from '../../kit/Toasts.tsx'
import { useLocale } from '../../table/words.ts'
import type { AwaitingRow } from './awaiting-columns.tsx'
import { useDoorSide } from './scan/door-side.ts'
import { useResultWords } from './scan/LastScan.tsx'
import type { DoorResult } from './scan/outcomes.ts'
import type { Station } from './scan/use-door.tsx'

type How = { action: 'inward'; site?: string } | { action: 'undo' }

const scansAt = {
  china_qc: (how: How, boxes: { code: string }[], options: CallOptions) =>
    api.receiving.inwardBoxes({ ...how, boxes }, options),
  india_qc: ({ action, ...how }: How, boxes: { code: string }[], options: CallOptions) =>
    api.indiaReceiving.receiveBoxes({ ...how, action: action === 'undo' ? 'undo' : 'receive', boxes }, options),
}

/** Sends as many calls as it takes, each under a key of the whole action's. */
async function ask(
  sites: QcSites,
  how: How,
  codes: readonly string[],
  { key: whole }: CallOptions,
): Promise<DoorResult[]> {
  const results: DoorResult[] = []
  for (let at = 0; at < codes.length; at += scansAtOnce) {
    const boxes = codes.slice(at, at + scansAtOnce).map((code) => ({ code }))
    const { data } = await scansAt[sites](how, boxes, { key: `${whole}-${at}` })
    results.push(...data.results)
  }
  return results
}

const taken = (results: readonly DoorResult[]) => results.filter(({ outcome }) => outcome === 'inwarded')

type One = readonly [one: string, many: string]

/** What a country says of taking boxes in: one and many as `plural` takes them, by a file and of the workbook for that. */
interface DoorWords extends Record<'done' | 'ask' | 'confirm' | 'left', One> {
  text: string
  byFile: string
  template: string
}

export const chosenWords: Readonly<Record<QcSites, DoorWords>> = {
  china_qc: {
    done: [key('1 box taken in'), key('{{n}} boxes taken in')],
    ask: [key('Take in 1 box?'), key('Take in {{n}} boxes?')],
    confirm: [key('Inward 1 box'), key('Inward {{n}} boxes')],
    left: [key('1 box was not taken in'), key('{{n}} boxes were not taken in')],
    text: key('For boxes whose label cannot be read. They count as here, and wait to be counted.'),
    byFile: key('Inward by file'),
    template: key('Workbook to take boxes in by (Excel)'),
  },
  india_qc: {
    done: [key('1 box received'), key('{{n}} boxes received')],
    ask: [key('Receive 1 box?'), key('Receive {{n}} boxes?')],
    confirm: [key('Receive 1 box'), key('Receive {{n}} boxes')],
    left: [key('1 box was not received'), key('{{n}} boxes were not received')],
    text: key(
      'For boxes whose label cannot be read. They are received with all that was sent, and wait to be inspected.',
    ),
    byFile: key('Receive by file'),
    template: key('Workbook to receive boxes by (Excel)'),
  },
}

/** Takes chosen boxes in without a scanner at the workstation's site, after asking: for labels that cannot be read. */
export function useInwardBoxes({ code: site }: Pick<Station, 'code'>, onDone: () => void) {
  const { t } = useTranslation()
  const { sites } = useDoorSide()
  const words = chosenWords[sites]
  const { plural } = useLocale()
  const say = useResultWords()
  return useAskedAction(
    ({ rows }, options) =>
      ask(
        sites,
        { action: 'inward', ...(site !== null && { site }) },
        rows.map(({ sscc }) => sscc),
        options,
      ),
    {
      done: (results) => {
        const n = taken(results).length
        return n === 0 ? null : plural(n, ...words.done)
      },
      undo: (results, _, options) =>
        ask(
          sites,
          { action: 'undo' },
          taken(results).map(({ code }) => code),
          options,
        ),
      refresh: sites === 'india_qc' ? ['indiaReceiving'] : ['receiving', 'qcBoxes', 'qcReports'],
      ask: ({ rows: { length } }: { rows: readonly AwaitingRow[] }) => ({
        title: plural(length, ...words.ask),
        text: t(words.text),
        confirm: plural(length, ...words.confirm),
      }),
      after: (results) => {
        onDone()
        const left = results.filter(({ outcome }) => outcome !== 'inwarded')
        const [first] = left
        if (!first) return
        showToast({
          tone: 'error',
          text: plural(left.length, ...words.left),
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
  const { sites } = useDoorSide()
  const isIndia = sites === 'india_qc'
  const getTemplate = () =>
    isIndia
      ? get(contract.indiaReceiving.awaitingBoxesSheet, filter)
      : get(contract.receiving.downloadAwaitingInwardBoxes, filter)
  const upload = useUploadDialog({
    title: t(chosenWords[sites].byFile),
    accept: ['.xlsx', '.csv'],
    template: { label: t('Download the boxes on their way'), download: getTemplate },
    upload: (file, { mode, key: sentKey, signal, onProgress }) => {
      const sent = { mode, ...(site !== null && { site }), file }
      const options = { key: sentKey, signal, onProgress }
      return isIndia
        ? api.indiaReceiving.receiveBoxesFile(sent, options)
        : api.receiving.uploadAwaitingInwardFile(sent, options)
    },
  })
  return { ...upload, getTemplate }
}
