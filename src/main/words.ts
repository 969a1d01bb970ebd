/** What main itself says to the user, English as the key; the renderer shows it as it comes. */
const zh: Record<string, string> = {
  'Selvedge is starting …': 'Selvedge 正在启动…',
  'The database does not open': '数据库无法打开',
  'Put back the backup of {{time}}? What is there now is kept in a folder beside it.':
    '要恢复 {{time}} 的备份吗？现有数据会保留在旁边的文件夹中。',
  'Put back the backup': '恢复备份',
  'Try again': '重试',
  'The server did not start': '服务未能启动',
  'It is tried again in a moment.': '稍后将自动重试。',
  'The backup is being put back. This takes a minute or more.': '正在恢复备份，需要一分钟或更长时间。',
  '{{problem}} The backup could not be put back: {{reason}}': '{{problem}} 备份无法恢复：{{reason}}',
  'The server stopped. It is being started again.': '服务已停止，正在重新启动。',
  'Something went wrong! The server cannot be reached. Check the connection.': '出错了！无法连接服务器，请检查网络。',
  'Something went wrong! The server answered in a way the app does not understand.': '出错了！服务器的响应无法识别。',
  'You are not signed in.': '您尚未登录。',
  'The request of the screen was not understood.': '界面请求无法识别。',
  'Only the app itself may ask for this.': '只有应用本身可以执行此操作。',
  'This download is under way already.': '该下载正在进行中。',
  'There is no room left on the disk.': '磁盘空间不足。',
  'The app may not write there. Choose another folder.': '没有写入权限，请选择其他文件夹。',
  'The file is in use by another program.': '文件正被其他程序占用。',
  'The file could not be saved: {{reason}}': '文件无法保存：{{reason}}',
  'The connection broke off before the file was complete.': '连接中断，文件不完整。',
  'Only files saved by the app can be shown.': '只能显示由本应用保存的文件。',
  'The file is no longer there.': '文件已不存在。',
  'Save file': '保存文件',
  'There is no printer on this computer.': '此电脑上没有打印机。',
  'There is no printer named {{printer}} on this computer.': '此电脑上没有名为“{{printer}}”的打印机。',
  'No printer was chosen and there is no default printer.': '尚未选择打印机，也没有默认打印机。',
  'Printing is not possible: {{reason}}': '无法打印：{{reason}}',
  'The printer {{printer}} knows no paper of {{size}} mm. Add it in the printer’s settings.':
    '打印机“{{printer}}”没有 {{size}} 毫米的纸张，请在打印机设置中添加。',
  'The printer gave the job up: {{reason}}': '打印机放弃了任务：{{reason}}',
  'The app closed while this job was handed over. Look at the printer, then print it again.':
    '任务交给打印机时应用已关闭。请查看打印机后再重新打印。',
  'The printer’s queue did not say whether it printed this job. Look at the printer, then print it again.':
    '打印队列未说明该任务是否已打印。请查看打印机后再重新打印。',
  'The printer’s queue no longer knows this job. Look at the printer, then print it again.':
    '打印队列中已没有该任务。请查看打印机后再重新打印。',
  'The printer’s queue does not show this app its jobs, or keeps losing them. Look at the queue, then print it again.':
    '打印队列不向本应用显示任务，或反复丢失任务。请检查打印队列后再重新打印。',
  'The printer’s queue lost this job before printing it. It is sent again.':
    '打印队列在打印前丢失了该任务，正在重新发送。',
  'The list of print jobs was damaged. Look at the printer, then print it again.':
    '打印任务列表已损坏。请查看打印机后再重新打印。',
  'The label of {{label}} mm does not fit on paper of {{paper}} mm.':
    '{{label}} 毫米的标签放不进 {{paper}} 毫米的纸张。',
  'Pages of {{page}} mm do not fit on paper of {{paper}} mm.': '{{page}} 毫米的页面放不进 {{paper}} 毫米的纸张。',
  '{{printer}} prints labels only. Choose a printer with A4 paper.':
    '“{{printer}}”只能打印标签，请选择装有 A4 纸的打印机。',
  'The printing system of this computer does not answer.': '此电脑的打印系统没有响应。',
  'The printer is out of paper.': '打印机缺纸。',
  'Paper is jammed in the printer.': '打印机卡纸。',
  'The printer is open.': '打印机盖未合上。',
  'The printer is out of ink or ribbon.': '打印机墨粉或碳带已用完。',
  'The printer is offline.': '打印机已离线。',
  'The printer is paused.': '打印机已暂停。',
  'Test page': '测试页',
  'Only what was printed can be printed once more.': '只有已打印的任务可以再次打印。',
  'Please say why the labels are printed once more.': '请填写补打原因。',
  'What came is not ZPL.': '收到的文件不是 ZPL。',
  'Raw queues are not possible on Windows. Use the printer’s address.':
    'Windows 上不能使用原始队列，请改用打印机地址。',
  'Cancelled.': '已取消。',
  'Only failed jobs are tried again.': '只有失败的任务可以重试。',
  'The printer has this job already. It cannot be taken back.': '任务已送达打印机，无法撤回。',
  'This job is printed already.': '该任务已打印。',
  'This job is not on its way to a printer.': '该任务没有在等待打印。',
  'Something went wrong in the app.': '应用内部出错。',
  'This is too much for one print job.': '内容过多，无法作为一个打印任务。',
  '{{printer}} does not answer at {{place}} ({{reason}}). Nothing was sent.':
    '打印机“{{printer}}”（{{place}}）没有响应（{{reason}}），尚未发送任何内容。',
  'The connection to {{printer}} broke while it was printing. Look at the printer, then print again.':
    '打印过程中与“{{printer}}”的连接中断。请查看打印机后再重新打印。',
  'There is no such print job.': '没有该打印任务。',
  'What came is not a PDF.': '收到的文件不是 PDF。',
  'Open this link outside the app?': '是否在应用外打开此链接？',
  'It leads to {{host}}.': '链接指向 {{host}}。',
  cancelled: '已取消',
  aborted: '已中止',
  Open: '打开',
  Cancel: '取消',
  'Only https links can be opened.': '只能打开 https 链接。',
  'Another link is still being asked about.': '请先回答上一个链接的询问。',
  'The server did not answer any more. It is being started again.': '服务已无响应，正在重新启动。',
  'The database does not answer. It is being started again.': '数据库没有响应，正在重新启动。',
  'The server sent nothing more of the file, so it was given up.': '服务器不再发送文件内容，下载已放弃。',
  'The page of the app crashed several times.': '应用页面多次崩溃。',
  'The page of the app does not answer.': '应用页面没有响应。',
  'What you typed is kept as a draft, and print jobs go on.': '已输入的内容已存为草稿，打印任务会继续进行。',
  'Load it again': '重新加载',
  'Close the app': '关闭应用',
  Wait: '等待',
  'A file is still being saved. Quit all the same?': '仍有文件正在保存，确定要退出吗？',
  'It would have to be downloaded again.': '退出后需要重新下载。',
  Quit: '退出',
  Stay: '留在应用',
  'A file is still being saved. Try again when it is done.': '仍有文件正在保存，请等保存完成后再试。',
  'Labels are still waiting to be printed. Try again when they are out, or cancel them.':
    '仍有标签在排队打印，请等打印完成或取消任务后再试。',
  'Selvedge does not run with {{name}}: it would take a protection away. Start it without.':
    '带有 {{name}} 参数时 Selvedge 不会运行，因为它会去掉一项保护。请去掉该参数后再启动。',
  'Change the server and restart Selvedge?': '更换服务器并重启 Selvedge？',
  'Selvedge restarts and works with {{url}}. You sign in again there.':
    'Selvedge 将重启并改用 {{url}}，之后需要重新登录。',
  'Selvedge restarts and works with the server in this app. You sign in again there.':
    'Selvedge 将重启并改用本应用自带的服务器，之后需要重新登录。',
  'What is on the present server stays there; nothing is copied. Save your work first.':
    '原服务器上的数据留在原处，不会复制。请先保存手头的工作。',
  'Change and restart': '更换并重启',
  'Another server is still being asked about.': '请先回答上一个更换服务器的询问。',
  'The server of this app is set by its administrator.': '此应用的服务器由管理员指定，无法更改。',
  'The address must begin with https://, for example https://selvedge.example.com.':
    '地址必须以 https:// 开头，例如 https://selvedge.example.com。',
  'Nothing answers at {{host}}. Check the address and the connection.': '{{host}} 没有响应，请检查地址和网络。',
  'This computer does not trust the certificate of {{host}}. Ask whoever runs the server.':
    '此电脑不信任 {{host}} 的证书，请联系服务器管理员。',
  '{{host}} leads on to another address. Enter that one.': '{{host}} 会跳转到其他地址，请直接填写跳转后的地址。',
  'Something answers at {{host}}, but it is not Selvedge.': '{{host}} 有响应，但不是 Selvedge 服务器。',
  'The server has version {{server}}, which is too old for this app ({{own}}). Ask whoever runs it to update it.':
    '服务器版本 {{server}} 对本应用（{{own}}）来说过旧，请联系管理员升级服务器。',
  'The server has version {{server}}, which is too new for this app ({{own}}). Update the app first.':
    '服务器版本 {{server}} 比本应用（{{own}}）新，请先更新应用。',
  'This copy runs from source and is not updated.': '此副本从源代码运行，不会自动更新。',
  'This copy was installed by the package manager, which also updates it.':
    '此应用由系统软件包管理器安装，更新也由它负责。',
  'No place for updates was set when this copy was made.': '此副本制作时没有设置更新来源。',
  'The place of the updates is not safe, so this copy is not updated.': '更新来源不安全，此副本不会更新。',
  'This copy cannot tell whose an update is: it was made without a key for updates.':
    '此副本制作时没有附带更新密钥，无法辨认更新的来源，因此不会更新。',
  'This copy cannot tell whose an update is: it was made without a publisher’s name.':
    '此副本制作时没有附带发布者名称，无法辨认更新的来源，因此不会更新。',
  'The update that came is not signed by who made this app. It was not fetched.':
    '发现的更新没有本应用制作者的签名，因此没有下载。',
  'There is no update to install yet.': '目前没有可安装的更新。',
  'The update that came is not the one that was published. It was thrown away.': '下载的更新与发布的内容不符，已丢弃。',
  'No update could be fetched. It is tried again later.': '无法获取更新，稍后会再试。',
}

/** In the user's language, with `{{name}}` filled in. Unknown languages read English. */
export function say(language: string | null, text: string, values: Record<string, string> = {}): string {
  const words = language?.startsWith('zh') ? (zh[text] ?? text) : text
  return words.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}

export type Say = (text: string, values?: Record<string, string>) => string
