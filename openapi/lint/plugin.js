'use strict';

const { exampleMembers, sharedProperties, similarExamples } = require('./compose');
const { openReplies, operationErrors } = require('./responses');
const { deprecation } = require('./deprecation');
const { bodyExample, parameterExample } = require('./examples');
const { enumConstant, enumType, generatedType } = require('./generators');
const { handlerOperation, operationHandler } = require('./handlers');
const { operationFile, operationName } = require('./names');
const { textOrigin } = require('./origins');
const { rootWithoutOperations } = require('./root');
const { operationSecurity } = require('./security');
const { operationSummary, propertyDescription } = require('./texts');

/**
 * Rules that Redocly does not have, and how parts are made of others. `openapi/redocly.yaml` enables them and has their
 * options.
 */
module.exports = () => ({
  id: 'culprit',
  preprocessors: {
    oas3: {
      'example-members': exampleMembers,
      'shared-properties': sharedProperties,
      'similar-examples': similarExamples,
    },
  },
  rules: {
    oas3: {
      'body-example': bodyExample,
      deprecation,
      'enum-constant': enumConstant,
      'enum-type': enumType,
      'generated-type': generatedType,
      'handler-operation': handlerOperation,
      'open-replies': openReplies,
      'operation-errors': operationErrors,
      'operation-file': operationFile,
      'operation-handler': operationHandler,
      'operation-name': operationName,
      'operation-security': operationSecurity,
      'operation-summary': operationSummary,
      'parameter-example': parameterExample,
      'property-description': propertyDescription,
      'root-without-operations': rootWithoutOperations,
      'text-origin': textOrigin,
    },
  },
});
