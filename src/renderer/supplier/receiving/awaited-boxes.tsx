import { Button } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useFileDrop } from '../../actions/upload/ChooseFile.tsx'
import type { ListInput } from '../../actions/useRows.ts'
import { useNamed } from '../../i18n/formats.ts'
import type { Choice } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import type { AwaitingRow } from './awaiting-columns.tsx'
import { useCheckFile } from './CheckFile.tsx'
import { chosenWords, useInwardBoxes, useInwardUpload } from './commands.tsx'
import { useDoorSide } from './scan/door-side.ts'
import { useStation } from './scan/use-door.tsx'

interface AwaitedList {
  chosen: AwaitingRow[]
  filter: ListInput<'receiving.getAwaitingInwardBoxes'>
  selection: { clear: () => void }
}

/**
 * What a door's list of boxes on their way can do: a row is traced, chosen ones are taken in where a label cannot be scanned, others
 * by a file that is looked at first. `table` goes to the list, `more` to its files; `hint` is said where it is empty.
 */
export function useAwaitedBoxes({ chosen, filter, selection }: AwaitedList, hint: string) {
  const { t } = useTranslation()
  const { plural } = useLocale()
  const words = chosenWords[useDoorSide().sites]
  const station = useStation()
  const take = useInwardBoxes(station, selection.clear)
  const upload = useInwardUpload(station, filter)
  const check = useCheckFile((file) => upload.open(undefined, file), station.code)
  const drop = useFileDrop((file) => check.open(file))
  const tools = (
    <>
      {station.control}
      <Button size="small" text={t('Check a file…')} onClick={() => check.open()} />
      <Button size="small" text={t(words.byFile)} disabled={station.isMissing} onClick={() => upload.open()} />
    </>
  )
  const bulk = (
    <Button
      size="small"
      intent="primary"
      text={plural(chosen.length, ...words.confirm)}
      loading={take.isRunning}
      disabled={chosen.length === 0 || station.isMissing}
      onClick={() => take.ask({ rows: chosen })}
    />
  )
  const dialogs: ReactNode = (
    <>
      {take.dialog}
      {upload.dialog}
      {check.dialog}
      {drop}
    </>
  )
  const table = { onOpen: useTraceBox(), tools, bulk, empty: { title: t('No box is on its way'), hint } }
  return { table, more: [{ label: t(words.template), run: upload.getTemplate }], dialogs }
}

/** Opens the trace of a box over whatever is shown. */
export function useTraceBox(): (box: { sscc: string }) => void {
  const [search, setSearch] = useSearchParams()
  return ({ sscc }) => {
    const words = new URLSearchParams(search)
    words.set('trace', sscc)
    setSearch(words)
  }
}

type Named = { site: string; site_name: string; site_name_zh: string }

/** Sites to filter by: none where there is only one. */
export function useSiteChoices(sites: readonly Named[]): Choice[] {
  const named = useNamed()
  if (sites.length < 2) return []
  return sites.map(({ site, site_name, site_name_zh }) => ({ value: site, label: named(site_name, site_name_zh) }))
}
