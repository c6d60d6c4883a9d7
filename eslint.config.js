// @ts-check
const { existsSync } = require('node:fs');
const path = require('node:path');
const reactHooks = require('eslint-plugin-react-hooks');
const tseslint = require('typescript-eslint');

/** Without its packages, no type of test/system is known. */
const hasSystemPackages = existsSync(path.join(__dirname, 'test/system/node_modules'));

module.exports = tseslint.config(
  {
    ignores: [
      'dist/**',
      'coverage/**',
      'generated/**',
      'openapi/**',
      'scripts/clients/programs/**',
      hasSystemPackages ? 'test/system/bundles/app/**' : 'test/system/**',
      'eslint.config.js',
    ],
  },
  {
    files: ['src/**/*.{ts,tsx}', 'test/**/*.ts', 'scripts/**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: [hasSystemPackages ? './test/system/tsconfig.json' : './tsconfig.json', './src/console/tsconfig.json'],
        tsconfigRootDir: __dirname,
      },
    },
    rules: {
      // A number in a template reads as its decimal digits.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // `() => stop()` says that nothing is returned as clearly as a block does; so does `return stop()` in a function
      // without a value.
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidOperator: true, ignoreVoidReturningFunctions: true },
      ],
      // A spread string is taken apart into its code points on purpose.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // The library marks it as deprecated to warn of it; it is used for providers on this machine only.
      '@typescript-eslint/no-deprecated': [
        'error',
        { allow: [{ from: 'package', package: 'openid-client', name: 'allowInsecureRequests' }] },
      ],
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // Functions that must return a promise are `async`, whether they wait or not: what they throw is a rejection.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  {
    files: ['src/console/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
  },
  {
    // Tests read replies as JSON of any shape; what they expect of it is the check.
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/restrict-plus-operands': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
