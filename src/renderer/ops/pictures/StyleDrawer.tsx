import { Button } from '@blueprintjs/core'
import { Plus, Trash } from '@blueprintjs/icons'
import { useRef } from 'react'
import type { PicturedStyle } from '../../../shared/areas/pictures/calls.ts'
import { filesOfInput, type NamedFile } from '../../actions/upload/dropped-files.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { LoadedDrawer } from '../../kit/TabbedDrawer.tsx'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import { useLocale } from '../../table/words.ts'
import type { PicturePlace } from './picture-sending.ts'

interface StyleDrawerProps {
  styleId: string
  onClose: () => void
  onAdd: (files: readonly NamedFile[], to: PicturePlace) => void
}

/** A style's pictures: of the whole style, and colour by colour. The first of each is its face. */
export function StyleDrawer({ styleId, onClose, onAdd }: StyleDrawerProps) {
  const { t, name } = useLocale()
  const answer = useAnswer('pictures.styles', { style_ids: [styleId], page_size: 1 })
  const remove = useRemove()
  return (
    <LoadedDrawer
      answer={answer}
      title={styleId}
      width={640}
      onClose={onClose}
      empty={{ is: ({ rows }) => rows.length === 0, shows: <EmptyState title={t('This style is not there')} /> }}
    >
      {({ rows: [style] }) =>
        style === undefined ? null : (
          <Drawer
            isOpen
            of={style}
            title={styleId}
            beside={<span className="muted">{name(style.style_name, style.style_name_zh)}</span>}
            width={640}
            onClose={onClose}
          >
            <Place of={style} color={null} title={t('The whole style')} onAdd={onAdd} onRemove={remove.ask} />
            {style.colors.map(({ color, color_zh }) => (
              <Place
                key={color}
                of={style}
                color={color}
                title={name(color, color_zh)}
                onAdd={onAdd}
                onRemove={remove.ask}
              />
            ))}
            {remove.dialog}
          </Drawer>
        )
      }
    </LoadedDrawer>
  )
}

function useRemove() {
  const { t } = useLocale()
  return useAskedAction(
    ({ picture_id }: { picture_id: string }, options) => api.pictures.remove({ picture_id }, options),
    {
      ask: () => ({
        title: t('Remove this picture?'),
        text: t('You can undo this right afterwards.'),
        confirm: t('Remove'),
        isDangerous: true,
      }),
      undo: (_, { picture_id }, options) => api.pictures.restore({ picture_id }, options),
    },
  )
}

interface PlaceProps {
  of: PicturedStyle
  color: string | null
  title: string
  onAdd: StyleDrawerProps['onAdd']
  onRemove: (about: { picture_id: string }) => void
}

function Place({ of, color, title, onAdd, onRemove }: PlaceProps) {
  const { t, instant } = useLocale()
  const input = useRef<HTMLInputElement>(null)
  const pictures = of.pictures.filter((one) => one.color === color)
  const pictured = { ...of, ...(color !== null && { color }) }
  return (
    <Section
      title={title}
      tools={
        <Button
          size="small"
          icon={<Plus />}
          text={t('Add')}
          aria-label={t('Add pictures: {{name}}', { name: title })}
          onClick={() => input.current?.click()}
        />
      }
    >
      <ul className="pictures-tiles">
        {pictures.length === 0 ? (
          <li>
            <StylePicture of={{ ...pictured, picture: null }} size="tile" />
            <span className="muted">{t('No picture')}</span>
          </li>
        ) : null}
        {pictures.map((one) => (
          <li key={one.picture_id}>
            <StylePicture of={{ ...pictured, picture: one.picture_id }} size="tile" isButton />
            <span className="pictures-about" title={`${one.added_by} · ${instant(one.added_at)}`}>
              {one.position} · {one.width} × {one.height}
            </span>
            <Button
              variant="minimal"
              size="small"
              icon={<Trash size={13} />}
              aria-label={t('Remove picture {{n}}: {{name}}', { n: one.position, name: title })}
              title={t('Remove')}
              onClick={() => onRemove({ picture_id: one.picture_id })}
            />
          </li>
        ))}
      </ul>
      <input
        ref={input}
        type="file"
        multiple
        className="sr-only"
        tabIndex={-1}
        aria-label={t('Choose pictures: {{name}}', { name: title })}
        accept="image/jpeg,image/png,image/webp"
        onChange={({ target }) => {
          const files = filesOfInput(target.files)
          target.value = ''
          if (files.length > 0) onAdd(files, { style_id: of.style_id, color })
        }}
      />
    </Section>
  )
}
