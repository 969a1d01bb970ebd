import './catalogue.css'
import { Button } from '@blueprintjs/core'
import { GridView, List as ListIcon } from '@blueprintjs/icons'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type CatalogueRow, catalogueTabs } from '../../../shared/areas/catalogue/calls.ts'
import { catalogueStyles } from '../../../shared/areas/catalogue/lists.ts'
import { catalogueStatuses } from '../../../shared/areas/catalogue/statuses.ts'
import { contract } from '../../../shared/areas.ts'
import { useFile } from '../../actions/files.tsx'
import { useSupplierChoices } from '../../api/use-suppliers.ts'
import { key } from '../../i18n/formats.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { Page } from '../../kit/Page.tsx'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { QueueNote } from '../../scan/QueueNote.tsx'
import { useRight } from '../../session/use-right.ts'
import { statusCell, tableColumns } from '../../table/columns.tsx'
import { FilterBar } from '../../table/FilterBar.tsx'
import { askedSort, type ExportFile, ListFileMenu, ListTable, useList, useListCounts } from '../../table/ListTable.tsx'
import {
  choiceFilter,
  type Filter,
  filterBy,
  flagParam,
  oneOfParam,
  placeParam,
  searchFilter,
  textParam,
  useListState,
} from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'

import { maySee, OpenReviewsDialog } from '../buyer-reviews/OpenReviewsDialog.tsx'

import { AskSamplesDialog, MOST_ASKED } from '../samples/AskSamplesDialog.tsx'

import { AttributesDialog } from './attributes.tsx'
import { CatalogueDrawer } from './CatalogueDrawer.tsx'
import { CompareDialog } from './CompareDialog.tsx'
import { KeysDialog, NoteDialog, RemarkDialog } from './dialogs.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { useVerdicts } from './use-verdicts.ts'
import { Wall, type WallDeed, type WallHandle } from './Wall.tsx'

const completeness = { '': key('All'), complete: key('Lacks nothing'), lacking: key('Lacks something') } as const

const params = {
  tab: oneOfParam([...catalogueTabs], 'New Styles'),
  search: filterBy('search', textParam()),
  supplier: filterBy('supplier_id', textParam()),
  lacks: filterBy('completeness', oneOfParam(['', 'complete', 'lacking'], '')),
  sort: oneOfParam(['number', 'survey'], 'number'),
  up: flagParam(),
  look: placeParam(oneOfParam(['wall', 'list'], 'wall')),
  style: placeParam(textParam()),
}

/** Supplier › Catalogue Management: styles that vendors offer to China, judged as photographs are sorted. */
export function CatalogueScreen() {
  const { t } = useLocale()
  return <Catalogue chain="china" title={t('Catalogue Management')} />
}

/** Ops › India Catalogue Management: the same for India. */
export function IndiaCatalogueScreen() {
  const { t } = useLocale()
  return <Catalogue chain="india" title={t('India Catalogue Management')} />
}

function Catalogue({ chain, title }: { chain: 'china' | 'india'; title: string }) {
  const { t, plural } = useLocale()
  const { language } = useTranslation().i18n
  const address = useListState(params)
  const { state, set } = address
  const { tab } = state
  const list = useList(catalogueStyles, address, {
    ...{ call: 'catalogue.getVendorCatalogues', also: { tab, supply_chain: chain, ...askedSort(state) } },
    size: state.look === 'wall' ? 60 : 100,
  })
  const counts = useListCounts('catalogue.getVendorCatalogues', { ...list.filter, supply_chain: chain })
  const suppliers = useSupplierChoices()
  const mayJudge = useRight(chain === 'india' ? 'indiaCatalogue' : 'catalogue')
  const { get } = useFile()
  const verdicts = useVerdicts()
  const wall = useRef<WallHandle>(null)
  const why = useDialog(RemarkDialog)
  const note = useDialog(NoteDialog)
  const describe = useDialog(AttributesDialog, { onDone: list.selection.clear })
  const move = useDialog(MoveDialog, { onDone: list.selection.clear })
  const review = useDialog(OpenReviewsDialog, { onDone: list.selection.clear })
  const compare = useDialog(CompareDialog)
  const keys = useDialog(KeysDialog)
  const asks = useDialog(AskSamplesDialog, { onDone: list.selection.clear })
  const maySample = useRight('sampleQc')
  const { chosen } = list

  /** Gives true where the cursor goes on. */
  const deed = (what: WallDeed, row: CatalogueRow | null): boolean => {
    const on = chosen.length > 0 ? chosen : row ? [row] : []
    const [first] = on
    if (what === 'help') keys.open()
    if (what === 'undo' && verdicts.undo() === null) showToast({ tone: 'info', text: t('Nothing to take back here.') })
    if (what === 'compare' && chosen.length >= 2 && chosen.length <= 4) compare.open({ rows: chosen })
    if (!row && (what === 'pass' || what === 'fail'))
      showToast({
        tone: 'info',
        text: list.loaded.hasMore
          ? t('The next styles are still coming: nothing was judged.')
          : t('This was the last style here: nothing was judged.'),
      })
    if (!row || !first || !mayJudge) return false
    if (what === 'open') set({ style: row.catalogue_id }, 'push')
    if (what === 'note') note.open({ catalogueId: row.catalogue_id })
    if (what === 'pass') {
      const passed = on.filter((one) => verdicts.pass(one))
      if (passed.length === 0) showToast({ tone: 'info', text: t('From here there is no way to pass.') })
      if (chosen.length > 0) list.selection.clear()
      return passed.length > 0 && chosen.length === 0
    }
    if (what === 'fail') {
      const failed = (remark: string) => {
        const gone = on.filter((one) => verdicts.fail(one, remark))
        if (gone.length === 0) showToast({ tone: 'info', text: t('From here there is no way to fail.') })
        list.selection.clear()
        if (chosen.length === 0) wall.current?.next()
        wall.current?.focus()
      }
      const title =
        on.length === 1
          ? t('Fail {{catalogue_id}}', { catalogue_id: first.catalogue_id })
          : plural(on.length, 'Fail 1 style', 'Fail {{n}} styles')
      why.open({ title, step: t('Fail'), onSaid: failed })
    }
    return false
  }

  const sayLost = (passes: number) =>
    showToast({
      tone: 'info',
      text: plural(
        passes,
        '1 verdict was struck before its style came, and was not given.',
        '{{n}} verdicts were struck before their styles came, and were not given.',
      ),
    })

  const filters: Filter<typeof params>[] = [
    searchFilter('search', t('Style, number or 1688 offer')),
    choiceFilter<typeof params>('supplier', t('Supplier'), suppliers),
    choiceFilter<typeof params>(
      'lacks',
      t('Lacks'),
      Object.entries(completeness).flatMap(([value, words]) => (value === '' ? [] : [{ value, label: t(words) }])),
    ),
  ]
  const bulk = (
    <>
      <Button
        size="small"
        text={t('Describe…')}
        disabled={chosen.length === 0 || chosen.length > 500}
        onClick={() => describe.open({ rows: chosen })}
      />
      <Button
        size="small"
        text={t('Move…')}
        disabled={chosen.length === 0 || chosen.length > 500}
        onClick={() => move.open({ rows: chosen })}
      />
      {maySample ? (
        <Button
          size="small"
          text={t('Ask for samples…')}
          disabled={chosen.length === 0 || chosen.length > MOST_ASKED}
          onClick={() => asks.open({ styles: chosen.map(({ catalogue_id }) => catalogue_id) })}
        />
      ) : null}
      <Button
        size="small"
        text={t('To buyers…')}
        disabled={!chosen.some(maySee) || chosen.length > 200}
        onClick={() => review.open({ rows: chosen })}
      />
      <Button
        size="small"
        text={t('Compare')}
        disabled={chosen.length < 2 || chosen.length > 4}
        onClick={() => compare.open({ rows: chosen })}
      />
    </>
  )
  const file: ExportFile = {
    call: contract.frame.exportCatalogue,
    ids: 'catalogue_ids',
    more: [
      {
        label: t('All that is known (Vendor-Catalogue.xlsx)'),
        run: () => get(contract.catalogue.downloadVendorCatalogueFile, { ...list.asked, language }),
      },
    ],
  }
  // Beside the filters: the tabs need the whole width.
  const looks = (
    <>
      <Button
        size="small"
        variant="minimal"
        active={state.sort === 'survey'}
        aria-pressed={state.sort === 'survey'}
        text={t('Survey first')}
        title={t('Best of the survey first')}
        onClick={() => set(state.sort === 'survey' ? { sort: 'number', up: false } : { sort: 'survey', up: true })}
      />
      <Button
        size="small"
        icon={state.look === 'wall' ? <ListIcon /> : <GridView />}
        aria-label={state.look === 'wall' ? t('As a list') : t('As pictures')}
        title={state.look === 'wall' ? t('As a list') : t('As pictures')}
        onClick={() => set({ look: state.look === 'wall' ? 'list' : 'wall' })}
      />
    </>
  )
  return (
    <div className="catalogue catalogue-body">
      <Page
        title={title}
        tabs={[
          { key: 'all', label: t('All'), count: counts.all },
          ...catalogueStatuses.map((one) => ({ key: one, label: t(one), count: counts[one] })),
        ]}
        tab={tab}
        onTab={(one) => set({ tab: one, style: '' }, 'push')}
      >
        {state.look === 'list' ? (
          <ListTable
            list={list}
            label={title}
            columns={columns}
            filters={filters}
            opens="style"
            sort="up"
            file={file}
            matching={counts[tab]}
            tools={looks}
            bulk={mayJudge ? bulk : null}
            empty={{ title: t('No styles here'), hint: t('What vendors launch comes to New Styles.') }}
          />
        ) : (
          <div className="catalogue-body">
            <div className="catalogue-bar">
              <FilterBar params={params} address={address} filters={filters} />
              <span className="is-end">
                {verdicts.state.waiting > 0 || !verdicts.state.isSaved ? (
                  <QueueNote state={verdicts.state} isFull={false} />
                ) : null}
                {chosen.length > 0 ? plural(chosen.length, '1 chosen', '{{n}} chosen') : null}
                {bulk}
                {looks}
                <ListFileMenu list={list} columns={columns} file={file} />
                <Button size="small" variant="minimal" text={t('Keys (?)')} onClick={() => keys.open()} />
              </span>
            </div>
            {list.loaded.isLoading ? <LoadingRows rows={6} /> : null}
            {list.loaded.isError ? <FailedState onRetry={() => void list.loaded.reload()} /> : null}
            {!list.loaded.isLoading && !list.loaded.isError && list.loaded.rows.length === 0 ? (
              <EmptyState title={t('No styles here')} text={t('What vendors launch comes to New Styles.')} />
            ) : null}
            {list.loaded.rows.length > 0 ? (
              <Wall
                key={list.selection.scope}
                rows={list.loaded}
                judged={verdicts.judged}
                selection={list.selection}
                onDeed={deed}
                onLost={sayLost}
                handle={wall}
                label={title}
              />
            ) : null}
          </div>
        )}
        {state.style === '' ? null : (
          <CatalogueDrawer key={state.style} id={state.style} onClose={() => set({ style: '' })} />
        )}
        {why.dialog}
        {note.dialog}
        {describe.dialog}
        {move.dialog}
        {review.dialog}
        {asks.dialog}
        {compare.dialog}
        {keys.dialog}
      </Page>
    </div>
  )
}

const columns = tableColumns<CatalogueRow>(catalogueStyles.fields, {
  cells: {
    catalogue_id: (row) => (
      <WithPicture
        of={{ picture: row.picture, style_id: row.catalogue_id, style_name: row.name, style_name_zh: row.name_zh }}
      >
        <span className="code">{row.catalogue_id}</span>
      </WithPicture>
    ),
    status: statusCell((row) => row.status ?? row.vendor_status),
  },
})
