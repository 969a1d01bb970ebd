import { z } from 'zod'
import { area } from '../../kernel/area.ts'
import { chosen, listFile, notPaged } from '../../kernel/list.ts'
import { screen } from '../../kernel/screens.ts'
import { key } from '../../kernel/words.ts'
import { dataRights } from '../data/rights.ts'
import { picturesCalls } from './calls.ts'
import { stylePictures } from './lists.ts'

/** What the server says of pictures. */
export const picturesWords = {
  added: key('Picture added.'),
  replaced: key('Picture replaced.'),
  unchanged: key('This picture is there already.'),
  removed: key('Picture removed.'),
  restored: key('Picture put back.'),
  noStyle: key('No style has the code that this file is named by.'),
  noSuchStyle: key('There is no style {{style_id}}.'),
  noColour: key('Style {{style_id}} has no colour "{{color}}".'),
  several: key('Several styles could be meant: {{styles}}.'),
  gone: key('This picture is not there.'),
  isTaken: key('Another picture is in its place by now.'),
  samePlace: key(
    'Another picture of the same drop is for this place, and stays there. Please rename one: NV-1001-2.jpg is the second.',
  ),
  isFull: key('Style {{style_id}} has as many pictures here as there may be.'),
} as const

export const picturesArea = area({
  calls: picturesCalls,
  screens: [screen('administration', '/ops/pictures', 'Pictures', 'media', dataRights.manageData)],
  lists: { 'style-pictures': dataRights.manageData },
  exports: {
    exportStylePictures: listFile('style-pictures', stylePictures, {
      summary: 'Styles, and how many pictures each has.',
      callers: dataRights.manageData.roles,
      takes: { ...notPaged(picturesCalls.styles), style_ids: chosen(z.string().trim().min(1).max(40)) },
    }),
  },
  entities: ['style'],
  events: {
    'style.picture_added': 'Picture added',
    'style.picture_replaced': 'Picture replaced',
    'style.picture_removed': 'Picture removed',
    'style.picture_restored': 'Picture put back',
  },
  words: Object.values(picturesWords),
})
