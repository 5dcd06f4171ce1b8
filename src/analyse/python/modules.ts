/** Names of the standard library of Python 3.11 to 3.13 (without those that start with an underscore). */
const standardText =
  'abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect builtins bz2 cProfile ' +
  'calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall concurrent configparser contextlib contextvars ' +
  'copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum ' +
  'errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp ' +
  'gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache ' +
  'locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath ' +
  'nturl2path numbers opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix ' +
  'posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource ' +
  'rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 ' +
  'sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny ' +
  'tarfile telnetlib tempfile termios textwrap this threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty ' +
  'turtle turtledemo types typing unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib ' +
  'xml xmlrpc zipapp zipfile zipimport zlib zoneinfo __future__';

export const standardModules: ReadonlySet<string> = new Set(standardText.split(' '));

/** Nothing in them reaches a file, a host or a program by itself. */
const pureText =
  '__future__ abc argparse array ast atexit base64 binascii bisect builtins calendar chunk cmath cmd collections colorsys contextvars copy ' +
  'copyreg csv curses dataclasses datetime decimal difflib dis email encodings enum errno faulthandler fcntl fnmatch fractions functools ' +
  'getopt getpass gettext graphlib grp hashlib heapq hmac html ipaddress itertools json keyword locale math mimetypes msvcrt numbers opcode ' +
  'optparse pickletools platform plistlib pprint pstats pwd pyexpat queue quopri random re readline reprlib resource sched secrets select ' +
  'selectors shlex signal sre_compile sre_constants sre_parse stat statistics string stringprep struct symtable sysconfig termios textwrap ' +
  'this threading time token tokenize tomllib traceback tracemalloc tty types typing unicodedata unittest uuid warnings weakref xml zlib ' +
  'zoneinfo inspect io codecs contextlib crypt configparser linecache wave colorsys rlcompleter site tabnanny';

export const pureModules: ReadonlySet<string> = new Set(pureText.split(' '));

/** Members of modules that do reach something, which by themselves do not. */
export const harmlessMembers: ReadonlyMap<string, RegExp> = new Map([
  [
    'os',
    /^(?:get(?:pid|ppid|uid|euid|gid|egid|login|pgid|loadavg|random|groups)|cpu_count|uname|urandom|get_terminal_size|isatty|umask|kill|killpg|times|strerror|get_exec_path|nice|wait\w*|_exit|abort|close|closerange|read|write|fdopen|pipe|dup2?|lseek|fsync|fstat|ftruncate|fchmod|setsid|setpgid|path\.(?:splitext|isabs|relpath|commonpath|commonprefix|expandvars|splitdrive|samefile)|device_encoding|sched_\w+|process_cpu_count|WIFEXITED|WEXITSTATUS|environb?\.\w+|PathLike|error|sync|get_inheritable|set_inheritable|major|minor)$/,
  ],
  ['shutil', /^(?:get_terminal_size|ignore_patterns|get_\w+_formats|copyfileobj|Error|SameFileError)$/],
  ['subprocess', /^(?:\w*(?:Error|Expired)|STARTUPINFO|CompletedProcess)$/],
  ['tempfile', /^gettempprefix$/],
  ['glob', /^escape$/],
  [
    'socket',
    /^(?:timeout|error|gaierror|herror|inet_\w+|hton\w|ntoh\w|gethostname|setdefaulttimeout|getdefaulttimeout|has_\w+)$/,
  ],
  ['ssl', /^(?!wrap_socket$|get_server_certificate$)\w+(?:\.\w+)*$/],
  [
    'http',
    /^(?:HTTPStatus|cookies\.\w+|cookiejar\.(?:CookieJar|DefaultCookiePolicy|Cookie)|client\.\w*(?:Exception|Error|Incomplete\w*|NotConnected|Disconnected))$/,
  ],
  [
    'urllib',
    /^(?:error\.\w+|parse\.\w+|response\.\w+|request\.(?:HTTP\w*(?:Handler|Processor)|ProxyHandler|HTTPSHandler|HTTPCookieProcessor|HTTPPasswordMgr\w*|install_opener|pathname2url|url2pathname|getproxies\w*|parse_http_list|parse_keqv_list|quote\w*|unquote\w*|OpenerDirector|BaseHandler))$/,
  ],
  ['sqlite3', /^(?!connect$)\w+(?:\.\w+)*$/],
  [
    'logging',
    /^(?!basicConfig$|FileHandler$|config|handlers\.(?:\w*FileHandler|SMTPHandler|HTTPHandler|SocketHandler|DatagramHandler|SysLogHandler)$)\w+(?:\.\w+)*$/,
  ],
  [
    'importlib',
    /^(?:metadata(?:\.\w+)?|resources(?:\.\w+)?|invalidate_caches|abc\.\w+|machinery\.\w+|util\.(?:find_spec|cache_from_source))$/,
  ],
  [
    'multiprocessing',
    /^(?:cpu_count|Queue|SimpleQueue|JoinableQueue|Manager|R?Lock|Value|Array|freeze_support|set_start_method|Event|Semaphore|Barrier|Pipe|current_process|active_children|shared_memory\.\w+)$/,
  ],
  [
    'asyncio',
    /^(?:sleep|\w*Queue|Lock|\w*Semaphore|Event|Condition|timeout|TaskGroup|current_task|all_tasks|iscoroutine\w*|\w*Error|set_event_loop\w*|\w*Policy|StreamReader|run_coroutine_threadsafe|Future|Task|Runner|isfuture|subprocess\.\w+|get_event_loop_policy)$/,
  ],
  [
    'sys',
    /^(?:exit|_exit|std(?:out|err|in)(?:\.\w+)*|__std\w+__(?:\.\w+)*|getsizeof|[gs]et(?:recursionlimit|switchinterval|dlopenflags)|exc_info|exception|get\w*encoding\w*|intern|path\.\w+|version_info\.\w+|is_finalizing|displayhook|excepthook|flags\.\w+|argv\.\w+|platform\.\w+|version\.\w+|getrefcount|unraisablehook|stdout|audit)$/,
  ],
  ['concurrent', /^futures\.(?:\w*Error|Future|TimeoutError|FIRST_COMPLETED|ALL_COMPLETED)$/],
  ['zipfile', /^(?:BadZipFile|BadZipfile|ZipInfo|LargeZipFile|Path)$/],
  ['tarfile', /^(?:TarInfo|\w*Error|\w+_filter)$/],
  ['gzip', /^(?:compress|decompress|BadGzipFile)$/],
  ['bz2', /^(?:compress|decompress|BZ2\w*ompressor)$/],
  ['lzma', /^(?:compress|decompress|LZMA\w*ompressor|LZMAError)$/],
  ['pickle', /^(?:dump|dumps|Pickler|\w*Error)$/],
  ['marshal', /^(?:dump|dumps)$/],
  ['filecmp', /^(?:clear_cache)$/],
  ['timeit', /^default_timer$/],
  ['webbrowser', /^Error$/],
  ['pkgutil', /^(?:iter_modules|walk_packages|extend_path)$/],
  ['gc', /^(?:collect|enable|disable|freeze|isenabled|get_count|get_stats|set_threshold)$/],
  ['pathlib', /^(?:UnsupportedOperation)$/],
  ['operator', /^(?!attrgetter$|methodcaller$)\w+$/],
  ['syslog', /^\w+$/],
  ['uu', /^\w+$/],
  ['cProfile', /^(?:Profile)$/],
  [
    'requests',
    /^(?:exceptions\.\w+|\w*(?:Error|Exception|Timeout|Redirects|URL|Schema)|adapters\.\w+|status_codes\.\w+|codes\.\w+|packages\.[\w.]+|utils\.\w+|structures\.\w+|cookies\.\w+|auth\.AuthBase|models\.\w+|compat\.\w+|Response|warnings\.\w+|__version__)$/,
  ],
  [
    'httpx',
    /^(?:Timeout|Limits|\w*(?:Error|Exception|Timeout|Redirects)|URL|Headers|QueryParams|Cookies|HTTPTransport|AsyncHTTPTransport|Response|codes\.\w+)$/,
  ],
  [
    'aiohttp',
    /^(?:ClientTimeout|FormData|TCPConnector|\w*(?:Error|Exception|Response|Timeout)|MultipartWriter|CookieJar|ClientResponse|hdrs\.\w+|ContentTypeError|client_exceptions\.\w+)$/,
  ],
  ['urllib3', /^(?:disable_warnings|exceptions\.\w+|util(?:\.\w+)*|Retry|Timeout)$/],
  ['dotenv', /^set_key$/],
  ['aiofiles', /^(?:os|tempfile)\.\w+$/],
  ['tqdm', /^[\w.]+$/],
  ['orjson', /^\w+$/],
]);
