import './ops-pictures.css'
import { Button } from '@blueprintjs/core'
import { Upload } from '@blueprintjs/icons'
import { useMemo } from 'react'
import { type PicturedStyle, pictureTabs } from '../../../shared/areas/pictures/calls.ts'
import { stylePictures } from '../../../shared/areas/pictures/lists.ts'
import { contract } from '../../../shared/areas.ts'
import { useScreenDrop } from '../../actions/upload/ChooseFile.tsx'
import { filesOfDrop } from '../../actions/upload/dropped-files.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { StylePicture, WithPicture } from '../../pictures/StylePicture.tsx'
import { tableColumns } from '../../table/columns.tsx'
import { ListScreen, useList, useListCounts } from '../../table/ListTable.tsx'
import {
  choiceFilter,
  type Filter,
  filterBy,
  oneOfParam,
  placeParam,
  searchFilter,
  textParam,
  useListState,
} from '../../table/list-state.ts'
import { type Locale, useLocale } from '../../table/words.ts'
import { SendingDialog } from './SendingDialog.tsx'
import { StyleDrawer } from './StyleDrawer.tsx'
import { usePictureSending } from './use-picture-sending.ts'

/** Which styles have pictures, which have none, and where pictures come in. */
export function PicturesScreen() {
  const { t, name } = useLocale()
  const address = useListState(params)
  const { state, set } = address
  const list = useList(stylePictures, address, { call: 'pictures.styles', also: { tab: state.tab } })
  const counts = useListCounts('pictures.styles', list.filter)
  const vendors = useAnswer('data.postVendors', {}).data?.vendors ?? []
  const sending = usePictureSending()
  const dialog = useDialog(SendingDialog, { sending })
  const drop = useScreenDrop((data) => {
    dialog.open()
    void filesOfDrop(data).then((files) => sending.add(files, null))
  }, t('Drop pictures or folders to add them'))
  const columns = useMemo(() => tableColumns<PicturedStyle>(stylePictures.fields, { cells }), [])
  const filters: Filter<typeof params>[] = [
    searchFilter('search', t('Style or colour')),
    choiceFilter(
      'supplier',
      t('Supplier'),
      vendors.map((vendor) => ({ value: vendor.id, label: name(vendor.name, vendor.name_zh) })),
    ),
  ]
  const tabs = [
    { key: 'without' as const, label: t('Without picture'), count: counts.without },
    { key: 'colours_without' as const, label: t('Colours without'), count: counts.colours_without },
    { key: 'all' as const, label: t('All'), count: counts.all },
  ]
  return (
    <ListScreen
      page={{
        title: t('Pictures'),
        tabs,
        tab: state.tab,
        onTab: (tab: typeof state.tab) => set({ tab, style: '' }, 'push'),
        tools: <Button intent="primary" icon={<Upload />} text={t('Add pictures…')} onClick={() => dialog.open()} />,
      }}
      list={list}
      label={t('Styles')}
      columns={columns}
      opens="style"
      file={{ call: contract.frame.exportStylePictures, ids: 'style_ids' }}
      filters={filters}
      empty={
        state.tab === 'all'
          ? { title: t('No styles yet') }
          : { title: t('Every style has its picture'), hint: t('New styles without one appear here.') }
      }
      emptyFiltered={{ title: t('No style matches'), hint: t('Try other words or clear the filters.') }}
    >
      {state.style !== '' && (
        <StyleDrawer
          styleId={state.style}
          onClose={() => set({ style: '' })}
          onAdd={(files, to) => {
            dialog.open()
            sending.add(files, to)
          }}
        />
      )}
      {dialog.dialog}
      {drop}
    </ListScreen>
  )
}

const cells = {
  style_id: (row: PicturedStyle) => (
    <WithPicture of={row}>
      <span className="code">{row.style_id}</span>
    </WithPicture>
  ),
  // Every colour's own face: those that have none show their cloth.
  colors: (row: PicturedStyle, { name }: Locale) => (
    <span className="pictures-colours">
      {row.colors.slice(0, MOST_COLOURS).map(({ color, color_zh, picture }) => (
        <span key={color} title={name(color, color_zh)}>
          <StylePicture of={{ picture, style_id: '', color }} />
        </span>
      ))}
      {row.colors.length > MOST_COLOURS ? `+${row.colors.length - MOST_COLOURS}` : null}
    </span>
  ),
}

const MOST_COLOURS = 5

/** What the address of the pictures says. */
const params = {
  tab: oneOfParam(pictureTabs, 'without'),
  search: filterBy('search', textParam()),
  supplier: filterBy('supplier_id', textParam()),
  style: placeParam(textParam()),
}
