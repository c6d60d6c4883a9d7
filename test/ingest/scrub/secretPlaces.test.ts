import { scrubEvent } from '../../../src/ingest/scrub/scrubEvent';
import { normalized, settings } from '../build';

const SECRET = 'hunter2';
const scrubbed = (payload: unknown) => scrubEvent(normalized(payload), settings());
const message = (text: string) => scrubbed({ message: text }).logentry?.formatted;
const sourceLine = (line: string) =>
  scrubbed({ exception: [{ type: 'E', stacktrace: [{ function: 'f', lineno: 1, context_line: line }] }] }).exceptions[0]
    ?.stacktrace?.frames[0]?.contextLine;

describe('in XML', () => {
  test.each([
    ['<password><![CDATA[hunter2]]></password>', '<password>[Filtered]</password>'],
    [`<token>${'hunter2 '.repeat(400)}</token>`, '<token>[Filtered]</token>'],
    ['<credentials><user>ann</user><pw>hunter2</pw></credentials>', '<credentials>[Filtered]</credentials>'],
    ['<ns:password type="x">hunter2</ns:password>!', '<ns:password type="x">[Filtered]</ns:password>!'],
    ['<add key="password" value="hunter2"/>', '<add key="password" value="[Filtered]"/>'],
    ['<add value="hunter2" key="password"/>', '<add value="[Filtered]" key="password"/>'],
    [
      "<input type='text' value='hunter2' id='a' name='api_key'>",
      "<input type='text' value='[Filtered]' id='a' name='api_key'>",
    ],
    ['<property name="db.password">hunter2</property>', '<property name="db.password">[Filtered]</property>'],
    ['<key>apiKey</key>\n  <string>hunter2</string>', '<key>apiKey</key>\n  <string>[Filtered]</string>'],
    ['<name>password</name><value>hunter2</value>', '<name>password</name><value>[Filtered]</value>'],
    ['<password>\n  hunter2\n</password>', '<password>[Filtered]</password>'],
  ])('%s', (text, expected) => {
    expect(message(text)).toBe(expected);
  });

  test.each([
    '<user>ann</user><password></password>',
    '<password/> is not closed by </passwords>',
    'element <password> is not allowed here',
    '<add key="color" value="red"/>',
    '<name>color</name><value>red</value>',
    '<passwords_match>false</passwords_match>',
  ])('%s stays', (text) => {
    expect(message(text)).toBe(text);
  });
});

describe('in an entry', () => {
  test.each([
    ['[{"name":"password","value":"hunter2Zq"}]', '[{"name":"password","value":"[Filtered]"}]'],
    ['[["password","hunter2Zq"]]', '[["password","[Filtered]"]]'],
    ['{"key":"password","value":"hunter2Zq"}', '{"key":"password","value":"[Filtered]"}'],
    ['{"value":"hunter2","name":"password"}', '{"value":"[Filtered]","name":"password"}'],
    ['{"name":"note","value":"hunter2","key":"password"}', '{"name":"note","value":"[Filtered]","key":"password"}'],
    ['{"name":"password","x":[1,{}],"value":"hunter2"}', '{"name":"password","x":[1,{}],"value":"[Filtered]"}'],
    ['{"name":"password","value":["hunter2"]}', '{"name":"password","value":"[Filtered]"}'],
    ['{"name":"secret","value":{"name":"pwd","value":"hunter2"}}', '{"name":"secret","value":"[Filtered]"}'],
    ['{"name":"otp","value":482913}', '{"name":"otp","value":"[Filtered]"}'],
    ["{ name: 'PassWord', value: 'hunter2' }", "{ name: 'PassWord', value: '[Filtered]' }"],
    ['{"name"=>"password", "value"=>"hunter2"}', '{"name"=>"password", "value"=>"[Filtered]"}'],
    ['[["user","ann"], ["Cookie" , "a, ]b"]]', '[["user","ann"], ["Cookie" , "[Filtered]"]]'],
    ['[["otp",482913],["n",1]]', '[["otp","[Filtered]"],["n",1]]'],
    ['{"name":"password","value":"hunt', '{"name":"password","value":"[Filtered]"'],
    ['[["password","hunt', '[["password","[Filtered]"'],
    ['curl -d \'[{"name":"pwd","value":"x"}]\' a', 'curl -d \'[{"name":"pwd","value":"[Filtered]"}]\' a'],
  ])('%s', (text, expected) => {
    expect(message(text)).toBe(expected);
    expect(message(expected)).toBe(expected);
  });

  test('of JSON in JSON', () => {
    const wrap = (value: string, levels: number): string =>
      levels === 0 ? value : wrap(JSON.stringify({ body: value }), levels - 1);
    const entries = (secret: string) => JSON.stringify([{ name: 'password', value: secret }, [['token', secret]]]);
    for (const levels of [0, 1, 2]) {
      expect(message(wrap(entries('hunter2" \\'), levels))).toBe(wrap(entries('[Filtered]'), levels));
    }
  });

  test('of data, whatever its place', () => {
    const text = '[["password","hunter2Zq"]]';
    const event = scrubbed({ request: { data: text, method: 'POST', url: '/' }, extra: { dump: text } });
    expect(JSON.stringify(event)).not.toContain('hunter2');
  });

  test.each([
    '[{"name":"city","value":"Ulm"}] has no password',
    '{"name":"password","value":"***"}',
    '{"name":"token","value":null,"n":[{"name":"session","value":12}]}',
    '{"key":"auth.password.label","value":"Password"}',
    '{"name":"password","type":"text"} [["password"]] [["password","a","b"]]',
    'missing: ["password","email"]',
    "{ name: 'pass_rate', value: 'hunter2' }",
    '{"name":"x","of":{"name":"password"},"value":"hunter2"}',
  ])('%s stays', (text) => {
    expect(message(text)).toBe(text);
  });
});

describe('in a key that is spelled with codes', () => {
  test.each([
    ['{"pass\\u0077ord":"hunter2"}', '{"pass\\u0077ord":"[Filtered]"}'],
    ['{\\"pass\\\\u0077ord\\":\\"hunter2\\"}', '{\\"pass\\\\u0077ord\\":\\"[Filtered]\\"}'],
    ['https://a.test/?p%61ssword=hunter2&a=1', 'https://a.test/?p%61ssword=[Filtered]&a=1'],
    ['%70assword=hunter2', '%70assword=[Filtered]'],
    ['next=%2Fx%3Fp%61ssword%3Dhunter2', 'next=%2Fx%3Fp%61ssword%3D[Filtered]'],
    ['user%5Bpassword%5D=hunter2', 'user%5Bpassword%5D=[Filtered]'],
  ])('%s', (text, expected) => {
    expect(message(text)).toBe(expected);
  });

  test('of data', () => {
    expect(scrubbed({ extra: { 'p%61ssword': SECRET, 'pass\\u0077ord': SECRET } }).extra).toEqual({
      'p%61ssword': '[Filtered]',
      'pass\\u0077ord': '[Filtered]',
    });
  });

  test('of a form field', () => {
    expect(scrubbed({ extra: { password_field: SECRET, token_field_name: 'csrf' } }).extra).toEqual({
      password_field: '[Filtered]',
      token_field_name: 'csrf',
    });
  });
});

describe('in a source line', () => {
  test.each([
    [
      '  fetch("https://hooks.slack.com/services/T0/B0/hunter2hunter2")',
      '  fetch("https://hooks.slack.com/services/[Filtered]")',
    ],
    [
      "  const u = 'https://b.blob.core.windows.net/c/x?sv=1&sig=hunter2hunter2';",
      "  const u = 'https://b.blob.core.windows.net/c/x?sv=1&sig=[Filtered]';",
    ],
    ['exec("mysqldump -u root -phunter2 shop")', 'exec("mysqldump -u root -p[Filtered] shop")'],
    ["os.system('curl -u ann:hunter2 https://a.test')", "os.system('curl -u ann:[Filtered] https://a.test')"],
    ['sh("deploy --api-key hunter2x9 --fast")', 'sh("deploy --api-key [Filtered] --fast")'],
    ['mysql -uroot -phunter2 shop < dump.sql', 'mysql -uroot -p[Filtered] shop < dump.sql'],
    [`db.query("CREATE USER ann IDENTIFIED BY 'hunter2'")`, `db.query("CREATE USER ann IDENTIFIED BY '[Filtered]'")`],
    ["ALTER USER ann IDENTIFIED BY 'hunter2';", "ALTER USER ann IDENTIFIED BY '[Filtered]';"],
    ['log.info("login with password=hunter2 failed")', 'log.info("login with password=[Filtered] failed")'],
    ['<password>hunter2</password>', '<password>[Filtered]</password>'],
    ['subprocess.run(["deploy", "--password", "hunter2"])', 'subprocess.run(["deploy", "--password", "[Filtered]"])'],
    ['export DB_PASSWORD=hunter2', 'export DB_PASSWORD=[Filtered]'],
    ['DB_PASSWORD="hunter2"', 'DB_PASSWORD="[Filtered]"'],
    ['const cfg = { "pass\\u0077ord": "hunter2" };', 'const cfg = { "pass\\u0077ord": "[Filtered]" };'],
    ['x = "Server=db;User Id=sa;Password=hunter2;"', 'x = "Server=db;User Id=sa;Password=[Filtered];"'],
  ])('%s', (line, expected) => {
    expect(sourceLine(line)).toBe(expected);
  });

  test.each([
    'const token = getToken(user);',
    'if (password == null) throw new Error("password is missing");',
    'parser.add_argument("--password", help="The password to use")',
    "const { session, cookies } = request; // session: the user's",
    'password: string;',
    'TOKEN=os.environ["TOKEN"]',
    'PASSWORD = get_password()',
    'program.option("--token <token>", "the token")',
    'return t("auth.password.label");',
    'render(<Password value={password} />);',
    "throw new Error('token expired')",
  ])('%s stays', (line) => {
    expect(sourceLine(line)).toBe(line);
  });
});

describe('in the name of a function', () => {
  test.each([
    ['connect("password=hunter2")', 'connect("password=[Filtered]")'],
    ['login(password=hunter2)', 'login(password=[Filtered])'],
    ['GET /reset?token=hunter2x', 'GET /reset?token=[Filtered]'],
    ['sh -c mysqldump -phunter2 shop', 'sh -c mysqldump -p[Filtered] shop'],
  ])('%s', (name, expected) => {
    const event = scrubbed({
      exception: [{ type: 'E', stacktrace: [{ function: name, module: name }] }],
      transaction: name,
    });
    expect(event.exceptions[0]?.stacktrace?.frames[0]).toMatchObject({ function: expected, module: expected });
    expect(event.transaction).toBe(expected);
  });

  test.each([
    'operator=',
    'User#password=',
    'Session<Token=int>::get',
    'Session<Token=uint32_t>',
    'login(password=password)',
    'set_token',
    'auth::verify(Token)',
  ])('%s stays', (name) => {
    const event = scrubbed({ exception: [{ type: 'E', stacktrace: [{ function: name }] }] });
    expect(event.exceptions[0]?.stacktrace?.frames[0]?.function).toBe(name);
  });
});
