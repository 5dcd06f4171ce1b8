/** Import name to package name, where they differ. */
const packageNames: ReadonlyMap<string, string> = new Map([
  ['PIL', 'Pillow'],
  ['yaml', 'PyYAML'],
  ['bs4', 'beautifulsoup4'],
  ['cv2', 'opencv-python'],
  ['sklearn', 'scikit-learn'],
  ['skimage', 'scikit-image'],
  ['dotenv', 'python-dotenv'],
  ['decouple', 'python-decouple'],
  ['dateutil', 'python-dateutil'],
  ['docx', 'python-docx'],
  ['pptx', 'python-pptx'],
  ['fitz', 'PyMuPDF'],
  ['pymupdf', 'PyMuPDF'],
  ['Crypto', 'pycryptodome'],
  ['jwt', 'PyJWT'],
  ['serial', 'pyserial'],
  ['OpenSSL', 'pyOpenSSL'],
  ['telegram', 'python-telegram-bot'],
  ['discord', 'discord.py'],
  ['git', 'GitPython'],
  ['github', 'PyGithub'],
  ['magic', 'python-magic'],
  ['attr', 'attrs'],
  ['zmq', 'pyzmq'],
  ['websocket', 'websocket-client'],
  ['MySQLdb', 'mysqlclient'],
  ['frontmatter', 'python-frontmatter'],
  ['slugify', 'python-slugify'],
  ['Levenshtein', 'python-Levenshtein'],
  ['usb', 'pyusb'],
  ['win32api', 'pywin32'],
]);

export function packageOf(module: string): string {
  const parts = module.split('.');
  // `google` and `azure` are only shelves.
  if (/^(?:google|azure)$/.test(parts[0] ?? '') && parts.length > 1) return parts.slice(0, 2).join('-');
  return packageNames.get(parts[0] ?? '') ?? parts[0] ?? module;
}

/** Packages whose requests, files and variables are followed like those of the standard library. */
export const followedPackages: ReadonlySet<string> = new Set([
  'requests',
  'httpx',
  'aiohttp',
  'urllib3',
  'dotenv',
  'decouple',
  'aiofiles',
  'tqdm',
  'orjson',
]);

/** Packages that compute: they reach no host and start no program by themselves, and open only the files they are given. */
const computingText =
  'numpy pandas PIL bs4 lxml yaml toml tomli tomli_w dateutil pytz tzdata tabulate rich click typer jinja2 markupsafe markdown markdownify ' +
  'html2text pydantic pydantic_core openpyxl docx pptx pypdf PyPDF2 pdfplumber fitz pymupdf reportlab matplotlib plotly seaborn scipy ' +
  'sklearn skimage networkx sympy chardet charset_normalizer colorama termcolor regex unidecode cv2 qrcode xlsxwriter xlrd xlwt ujson ' +
  'simplejson jsonschema jsonpath_ng rapidfuzz Levenshtein emoji humanize attr attrs cachetools tenacity backoff cryptography jwt Crypto ' +
  'zstandard semver packaging frontmatter mistune pygments slugify shapely polars pyarrow bcrypt nacl ruamel six typing_extensions ' +
  'prettytable texttable pyfiglet wcwidth soundfile librosa pydub imageio tinycss2 cssselect html5lib soupsieve icalendar vobject ' +
  'phonenumbers babel inflect more_itertools sortedcontainers toolz xmltodict defusedxml dicttoxml markdown_it mdit_py_plugins svgwrite ' +
  'fpdf weasyprint pytest numexpr statsmodels ta pandas_ta mplfinance';

export const computingPackages: ReadonlySet<string> = new Set(computingText.split(' '));

/** Members that open a file they are given. */
export const readingMember =
  /^(?:open|read_\w+|imread|load|loads?_workbook|load_workbook|Document|Presentation|PdfReader|PdfFileReader|DocumentFile|from_file|Image\.open|read|parse_file|fromfile|loadtxt|genfromtxt|memmap|from_mp3|from_wav)$/;
export const writingMember =
  /^(?:to_(?:csv|json|excel|parquet|html|pickle|feather|hdf|latex|markdown|xml|sql|stata|file)|save\w*|imwrite|write|write_\w+|export|output|tofile|dump|build)$/;
