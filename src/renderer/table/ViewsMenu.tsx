import { Button, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { Bookmark, CaretDown, Edit, FloppyDisk, Home, People, Plus, Trash } from '@blueprintjs/icons'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { ListName } from '../../shared/areas.ts'
import { listLimits } from '../../shared/kernel/list.ts'
import { useForm } from '../forms/useForm.ts'
import { listed } from '../i18n/formats.ts'
import { DialogParts, Modal, typedFirst } from '../kit/dialogs.tsx'
import { KeyMenu, MenuGroup } from '../kit/KeyMenu.tsx'
import { showToast } from '../kit/Toasts.tsx'
import type { ColumnLayout } from './column-layout.ts'
import type { Column } from './columns.tsx'
import { type AnyParams, isBare, type ListState, viewWord } from './list-state.ts'
import { startLayout } from './saved-layout.ts'
import { isChanged, layoutWire, readView, type SavedView, useViews, type Views, viewSearch } from './views.ts'

interface ViewsMenuProps<R> {
  list: ListName
  address: ListState<AnyParams>
  layout: ColumnLayout<R>
  columns: readonly Column<R>[]
}

/** Saved views of a list: which one is open and whether it was changed, and all that can be done with them. */
export function ViewsMenu<R>(props: ViewsMenuProps<R>) {
  const { t } = useTranslation()
  const views = useViews(props.list)
  const view = useOpenView(props, views)
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null)
  // Asked for once the menu is gone: its closing gives the focus back, away from the name's field.
  const wanted = useRef<'new' | 'rename' | null>(null)
  const { current, isStale, wish } = view
  const button = useRef<HTMLButtonElement>(null)
  const wasNaming = useRef(false)
  useEffect(() => {
    // The dialog kept the focus until now.
    if (naming === null && wasNaming.current) button.current?.focus()
    wasNaming.current = naming !== null
  }, [naming])
  return (
    <>
      <PopoverNext
        content={<ViewsMenuItems views={views} view={view} onName={(next) => (wanted.current = next)} />}
        onClosed={() => {
          setNaming(wanted.current)
          wanted.current = null
        }}
        placement="bottom-start"
        animation="minimal"
        arrow={false}
      >
        <Button
          ref={button}
          className={`dt-filter dt-views${current ? ' is-on' : ''}`}
          size="small"
          icon={<Bookmark size={13} />}
          endIcon={<CaretDown size={12} />}
          title={current && isStale ? t('{{name}}, changed', { name: current.name }) : undefined}
        >
          <span className="dt-view-name">{current?.name ?? t('Views')}</span>
          {isStale && <span className="dt-view-changed">{t('changed')}</span>}
        </Button>
      </PopoverNext>
      {naming && (
        <ViewNameDialog
          title={naming === 'new' ? t('Save as a new view') : t('Rename view')}
          name={naming === 'new' ? '' : (current?.name ?? '')}
          asksSharing={naming === 'new'}
          isSaving={views.save.isRunning || views.update.isRunning}
          onClose={() => setNaming(null)}
          onSave={async (name, is_shared) => {
            if (naming === 'rename') return current && (await views.update.run({ view: current, name })) !== undefined
            const saved = await views.save.run({ name, is_shared, ...wish })
            if (saved) props.address.open(wish.search, saved.id, 'replace')
            return saved !== undefined
          }}
        />
      )}
    </>
  )
}

/** The view that the address names, how far the list has moved from it, and the way to another. */
function useOpenView<R>({ address, layout, columns }: ViewsMenuProps<R>, { views, isKnown }: Views) {
  const { t } = useTranslation()
  const words = new URLSearchParams(address.search)
  const search = viewSearch(address.params, address.search)
  const current = views.find(({ id }) => id === words.get(viewWord))
  const isStale = current !== undefined && isChanged(readView(current, address.params, columns), search, layout.now)
  const open = (view: SavedView | null, how: 'replace' | 'push' = 'push') => {
    if (view === null) {
      layout.apply(startLayout(columns))
      address.open('', null, how)
      return
    }
    const read = readView(view, address.params, columns)
    layout.apply(read.layout)
    address.open(read.search, view.id, how)
    if (read.missing.length === 0) return
    const names = listed(read.missing)
    showToast({
      tone: 'info',
      text: t('This view names what is not here any more: {{names}}. The rest of it is shown.', { names }),
    })
  }
  useDefaultView(isBare(address), isKnown, () => {
    const chosen = views.find((view) => view.is_default)
    if (chosen) open(chosen, 'replace')
  })
  return { current, isStale, open, wish: { search, layout: layoutWire(layout.now) } }
}

/** Opens the default view once, when the list was opened with no words in its address and still has none. */
function useDefaultView(isBareNow: boolean, isKnown: boolean, open: () => void): void {
  const [wasBare] = useState(isBareNow)
  const isDone = useRef(false)
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    if (!isKnown || isDone.current) return
    isDone.current = true
    if (wasBare && isBareNow) latest.current()
  }, [isKnown, isBareNow, wasBare])
}

interface ViewsMenuItemsProps {
  views: Views
  view: ReturnType<typeof useOpenView>
  onName: (naming: 'new' | 'rename') => void
}

function ViewsMenuItems({ views, view, onName }: ViewsMenuItemsProps) {
  const { t } = useTranslation()
  const { current, isStale, open, wish } = view
  const own = views.views.filter(({ is_own }) => is_own)
  const shared = views.views.filter(({ is_own }) => !is_own)
  const item = (one: SavedView) => (
    <MenuItem
      key={one.id}
      text={one.name}
      selected={one.id === current?.id}
      icon={one.is_default ? <Home /> : one.is_own && one.is_shared ? <People /> : <Bookmark />}
      label={one.is_own ? '' : one.owner_name}
      title={one.is_default ? t('The list opens with this view') : one.name}
      onClick={() => open(one)}
    />
  )
  return (
    <KeyMenu className="dt-views-menu">
      <MenuItem text={t('As it comes')} onClick={() => open(null)} />
      {own.length > 0 && <MenuGroup title={t('My views')}>{own.map(item)}</MenuGroup>}
      {shared.length > 0 && <MenuGroup title={t('Shared by colleagues')}>{shared.map(item)}</MenuGroup>}
      <MenuDivider />
      {current?.may_change && (
        <MenuItem
          icon={<FloppyDisk />}
          text={t('Save changes')}
          disabled={!isStale}
          onClick={() => void views.update.run({ view: current, ...wish })}
        />
      )}
      <MenuItem icon={<Plus />} text={t('Save as a new view…')} onClick={() => onName('new')} />
      {current && <CurrentItems current={current} views={views} onName={onName} />}
    </KeyMenu>
  )
}

interface CurrentItemsProps {
  current: SavedView
  views: Views
  onName: (naming: 'rename') => void
}

function CurrentItems({ current, views, onName }: CurrentItemsProps) {
  const { t } = useTranslation()
  const { may_change, is_shared, is_default } = current
  return (
    <>
      <MenuItem
        icon={<Home />}
        text={is_default ? t('Do not open the list with this view') : t('Open the list with this view')}
        onClick={() => void views.setDefault.run(is_default ? null : current)}
      />
      {may_change && (
        <>
          <MenuItem icon={<Edit />} text={t('Rename…')} onClick={() => onName('rename')} />
          <MenuItem
            icon={<People />}
            text={is_shared ? t('Stop sharing with colleagues') : t('Share with colleagues')}
            onClick={() => void views.update.run({ view: current, is_shared: !is_shared })}
          />
          <MenuItem
            icon={<Trash />}
            intent="danger"
            text={t('Delete view')}
            onClick={() => void views.remove.run(current)}
          />
        </>
      )}
    </>
  )
}

interface ViewNameDialogProps {
  title: string
  name: string
  asksSharing: boolean
  isSaving: boolean
  onClose: () => void
  /** Gives true when it was saved; otherwise the user has been told why not, and can try another name. */
  onSave: (name: string, isShared: boolean) => Promise<boolean | undefined>
}

const viewForm = z.object({ name: z.string().trim().min(1), isShared: z.boolean() })

/** A view's name, and of a new one whether colleagues see it. */
export function ViewNameDialog({ title, name, asksSharing, isSaving, onClose, onSave }: ViewNameDialogProps) {
  const { t } = useTranslation()
  const form = useForm(viewForm, { name, isShared: false }, { draft: null })
  const { value, onChange } = form.field('name')
  const field = useId()
  const save = form.submit(async (typed) => {
    if (await onSave(typed.name, typed.isShared)) onClose()
  })
  return (
    <Modal isOpen onClose={onClose} title={title} width={420}>
      <form className="dt-view-form" onSubmit={save}>
        <DialogParts onCancel={onClose} step={{ text: t('Save'), isOff: form.read() === null, isRunning: isSaving }}>
          <label htmlFor={field}>{t('View name')}</label>
          <input
            id={field}
            className="text-field"
            ref={typedFirst}
            value={value}
            maxLength={listLimits.viewName}
            onChange={(event) => onChange(event.target.value)}
          />
          {asksSharing && (
            <label className="dt-view-share">
              <input
                type="checkbox"
                checked={form.values.isShared}
                onChange={(event) => form.change({ isShared: event.target.checked })}
              />
              <span>{t('Share with colleagues')}</span>
            </label>
          )}
          <p className="muted">{t('A view keeps the tab, filters, sort and columns as they stand now.')}</p>
        </DialogParts>
      </form>
    </Modal>
  )
}
