import type { Migration } from 'kysely';
import * as account from './0001_account';
import * as domain from './0002_domain';
import * as polygonCounts from './0003_polygon_counts';
import * as flowDescription from './0004_flow_description';
import * as shapeTrash from './0004_shape_trash';
import * as queue from './0005_queue';
import * as loginFailures from './0006_login_failures';
import * as keyWorkspaces from './0007_key_workspaces';
import * as loginAddresses from './0008_login_addresses';
import * as auditLog from './0009_audit_log';
import * as pictureKeys from './0010_picture_keys';
import * as auditAge from './0011_audit_age';
import * as groupTrash from './0012_group_trash';
import * as changedBy from './0013_changed_by';
import * as productTrash from './0015_product_trash';
import * as productCounts from './0016_product_counts';
import * as pictureNames from './0018_picture_names';
import * as datasets from './0019_datasets';
import * as imageChangedBy from './0020_image_changed_by';
import * as embeddings from './0022_embeddings';
import * as predictionRuns from './0023_prediction_runs';
import * as jobReview from './0024_job_review';
import * as exports from './0025_exports';
import * as evaluationPictures from './0026_evaluation_pictures';
import * as modelsTakenBack from './0027_models_taken_back';
import * as imports from './0028_imports';
import * as datasetVersions from './0029_dataset_versions';
import * as cutOuts from './0030_cut_outs';
import * as importNamed from './0031_import_named';
import * as importParts from './0032_import_parts';
import * as productOrder from './0033_product_order';
import * as greyThumbnails from './0036_grey_thumbnails';
import * as imageNames from './0037_image_names';
import * as auditRows from './0038_audit_rows';
import * as changeLog from './0039_change_log';
import * as undo from './0040_undo';
import * as statistics from './0041_statistics';
import * as discardedFiles from './0042_discarded_files';
import * as pseudonyms from './0043_pseudonyms';
import * as changeCreated from './0044_change_created';
import * as historyLimits from './0045_history_limits';
import * as trashInChangeLog from './0046_trash_in_change_log';
import * as declaredProvenance from './0047_declared_provenance';
import * as roles from './0048_roles';
import * as invitations from './0049_invitations';
import * as apiTokens from './0050_api_tokens';
import * as annotationSource from './0051_annotation_source';
import * as events from './0052_events';
import * as webhooks from './0053_webhooks';
import * as comments from './0054_comments';
import * as live from './0055_live';
import * as oidc from './0056_oidc';
import * as jobAccess from './0057_job_access';
import * as fileKeyIndexes from './0058_file_key_indexes';
import * as exportNotices from './0059_export_notices';
import * as labelKeys from './0060_label_keys';
import * as rotatedBoxes from './0062_rotated_boxes';
import * as masks from './0063_masks';
import * as skeletons from './0064_skeletons';
import * as attributes from './0065_attributes';
import * as rotatedBoxIndex from './0068_rotated_box_index';
import * as maskAttributes from './0069_mask_attributes';
import * as imageEmbeddings from './0070_image_embeddings';
import * as skeletonAttributes from './0071_skeleton_attributes';
import * as qualitySettings from './0072_quality_settings';
import * as qualityReport from './0080_quality_report';
import * as qualityRules from './0073_quality_rules';
import * as agreement from './0075_agreement';
import * as agreementOfPairs from './0077_agreement_of_pairs';
import * as itemLayers from './0078_item_layers';
import * as gold from './0079_gold';
import * as adjudication from './0081_adjudication';
import * as agreementOfLabels from './0082_agreement_of_labels';
import * as goldSamples from './0084_gold_samples';
import * as modelOrigin from './0085_model_origin';
import * as modelChanges from './0086_model_changes';
import * as layerVersions from './0087_layer_versions';
import * as learningCurve from './0089_learning_curve';
import * as trainingRules from './0090_training_rules';
import * as shapeEmbeddings from './0092_shape_embeddings';
import * as goldGroups from './0093_gold_groups';
import * as map from './0096_map';
import * as autoAcceptance from './0097_auto_acceptance';
import * as groupVerifications from './0098_group_verifications';
import * as groupFeedback from './0099_group_feedback';
import * as auditWorks from './0101_audit_works';
import * as pointAttributes from './0102_point_attributes';
import * as goldGroupSamples from './0104_gold_group_samples';
import * as recognitionRules from './0105_recognition_rules';
import * as mapClusters from './0107_map_clusters';
import * as interactiveModels from './0111_interactive_models';
import * as pageVisits from './0113_page_visits';
import * as independentGroups from './0120_independent_groups';
import * as groupRules from './0121_group_rules';
import * as embeddingModels from './0128_embedding_models';
import * as commentsOnOpenItems from './0132_comments_on_open_items';
import * as namesBySeq from './0135_names_by_seq';
import * as thumbnailIndex from './0140_thumbnail_index';
import * as fileNameSlices from './0141_file_name_slices';
import * as cheaperJobAccess from './0142_cheaper_job_access';

/** All migrations in order. It is a list and not a folder scan, so that it also works in tests and in the bundle. */
export const migrations: Record<string, Migration> = {
  '0001_account': account,
  '0002_domain': domain,
  '0003_polygon_counts': polygonCounts,
  '0004_flow_description': flowDescription,
  '0004_shape_trash': shapeTrash,
  '0005_queue': queue,
  '0006_login_failures': loginFailures,
  '0007_key_workspaces': keyWorkspaces,
  '0008_login_addresses': loginAddresses,
  '0009_audit_log': auditLog,
  '0010_picture_keys': pictureKeys,
  '0011_audit_age': auditAge,
  '0012_group_trash': groupTrash,
  '0013_changed_by': changedBy,
  '0015_product_trash': productTrash,
  '0016_product_counts': productCounts,
  '0018_picture_names': pictureNames,
  '0019_datasets': datasets,
  '0020_image_changed_by': imageChangedBy,
  '0022_embeddings': embeddings,
  '0023_prediction_runs': predictionRuns,
  '0024_job_review': jobReview,
  '0025_exports': exports,
  '0026_evaluation_pictures': evaluationPictures,
  '0027_models_taken_back': modelsTakenBack,
  '0028_imports': imports,
  '0029_dataset_versions': datasetVersions,
  '0030_cut_outs': cutOuts,
  '0031_import_named': importNamed,
  '0032_import_parts': importParts,
  '0033_product_order': productOrder,
  '0036_grey_thumbnails': greyThumbnails,
  '0037_image_names': imageNames,
  '0038_audit_rows': auditRows,
  '0039_change_log': changeLog,
  '0040_undo': undo,
  '0041_statistics': statistics,
  '0042_discarded_files': discardedFiles,
  '0043_pseudonyms': pseudonyms,
  '0044_change_created': changeCreated,
  '0045_history_limits': historyLimits,
  '0046_trash_in_change_log': trashInChangeLog,
  '0047_declared_provenance': declaredProvenance,
  '0048_roles': roles,
  '0049_invitations': invitations,
  '0050_api_tokens': apiTokens,
  '0051_annotation_source': annotationSource,
  '0052_events': events,
  '0053_webhooks': webhooks,
  '0054_comments': comments,
  '0055_live': live,
  '0056_oidc': oidc,
  '0057_job_access': jobAccess,
  '0058_file_key_indexes': fileKeyIndexes,
  '0059_export_notices': exportNotices,
  '0060_label_keys': labelKeys,
  '0062_rotated_boxes': rotatedBoxes,
  '0063_masks': masks,
  '0064_skeletons': skeletons,
  '0065_attributes': attributes,
  '0068_rotated_box_index': rotatedBoxIndex,
  '0069_mask_attributes': maskAttributes,
  '0070_image_embeddings': imageEmbeddings,
  '0071_skeleton_attributes': skeletonAttributes,
  '0072_quality_settings': qualitySettings,
  '0073_quality_rules': qualityRules,
  '0075_agreement': agreement,
  '0077_agreement_of_pairs': agreementOfPairs,
  '0078_item_layers': itemLayers,
  '0079_gold': gold,
  '0080_quality_report': qualityReport,
  '0081_adjudication': adjudication,
  '0082_agreement_of_labels': agreementOfLabels,
  '0084_gold_samples': goldSamples,
  '0085_model_origin': modelOrigin,
  '0086_model_changes': modelChanges,
  '0087_layer_versions': layerVersions,
  '0089_learning_curve': learningCurve,
  '0090_training_rules': trainingRules,
  '0092_shape_embeddings': shapeEmbeddings,
  '0093_gold_groups': goldGroups,
  '0096_map': map,
  '0097_auto_acceptance': autoAcceptance,
  '0098_group_verifications': groupVerifications,
  '0099_group_feedback': groupFeedback,
  '0101_audit_works': auditWorks,
  '0102_point_attributes': pointAttributes,
  '0104_gold_group_samples': goldGroupSamples,
  '0105_recognition_rules': recognitionRules,
  '0107_map_clusters': mapClusters,
  '0111_interactive_models': interactiveModels,
  '0113_page_visits': pageVisits,
  '0120_independent_groups': independentGroups,
  '0121_group_rules': groupRules,
  '0128_embedding_models': embeddingModels,
  '0132_comments_on_open_items': commentsOnOpenItems,
  '0135_names_by_seq': namesBySeq,
  '0140_thumbnail_index': thumbnailIndex,
  '0141_file_name_slices': fileNameSlices,
  '0142_cheaper_job_access': cheaperJobAccess,
};
